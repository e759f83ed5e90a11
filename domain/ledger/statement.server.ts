import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubZone, db } from '#db/client.ts'
import type { Day, PlanName } from '#db/tables.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { can } from '#domain/permissions.ts'
import { dayAndTime, describeTable, oneBatch, type Table } from '#domain/tables/table.rules.ts'
import { formatHour } from '#format/hours.ts'
import { localeSettings } from '#format/locale.ts'
import { t } from '#messages/t.ts'
import { buyerNameAtSale, slotNameAtSale } from './slot-name-at-sale.server.ts'

/**
 * A sale, refund, dispute, payout or cover. Amounts are signed cents; a refund that failed later and disputed money that
 * was reinstated add positive lines. A cover is positive for the trainer who gave the lesson.
 */
export type StatementLine = {
  kind: 'sale' | 'refund' | 'dispute' | 'payout' | 'cover'
  entryId: string
  enteredAt: Date
  cents: number
  /** The trainer's part; negative for refunds and payouts. */
  partCents: number
  sharePercent: number | null
  slotName: string | null
  buyerName: string | null
  plan: PlanName | null
  note: string
  /** The lesson of a cover and the other trainer; null for other lines. */
  cover: { day: Day; startHour: number; otherTrainer: string } | null
}

/** A trainer's books of one month. Past months never change. */
export type Statement = {
  trainerId: string
  trainerName: string
  /** Of the trainer, for the self-billed document; '' if not given. */
  taxNumber: string
  /** Such as `S0003-2026-11`, unique; null while the month goes on. */
  number: string | null
  /** A month of the club's calendar, such as `2026-11`. */
  month: string
  /** The adjacent months with a statement. */
  before: string | null
  after: string | null
  /** Amount owed at the beginning and at the end or now; negative after an overpayment. */
  startCents: number
  endCents: number
  /** The amount that can be paid out now, without pending refunds; null for past months. */
  payableCents: number | null
  lines: StatementLine[]
  currency: string
}

/**
 * Returns a trainer's statement of a month; the current one for an invalid or future month. Admins may read all, current
 * and former trainers their own. Throws `not-found` for anyone else.
 */
export async function readStatement(
  actor: Actor,
  trainerId: string,
  requestedMonth: string | null,
): Promise<Statement> {
  const person = requirePerson(actor)
  const id = requireId(trainerId, t('refusal.thisStatement'))
  const month = /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(requestedMonth ?? '') ? `${requestedMonth}-01` : null
  const ownOnly = can(person, 'statements.readAll') ? sql`` : sql`and trainers.user_id = ${person.id}`
  type Head = Pick<
    Statement,
    'month' | 'before' | 'after' | 'startCents' | 'payableCents' | 'taxNumber' | 'number'
  > & {
    name: string
  }
  const { rows } = await sql<Head>`
    with this_month as (select date_trunc('month', club_now() at time zone ${clubZone}) as first),
      requested as (select least(first, ${month}::timestamp) as first from this_month),
      begins as (select first at time zone ${clubZone} as at from requested)
    select trainers.name, trainers.tax_number, to_char(requested.first, 'YYYY-MM') as month,
      case when requested.first < this_month.first
        then 'S' || lpad(trainers.statement_series::text, greatest(4, length(trainers.statement_series::text)), '0')
          || to_char(requested.first, '-YYYY-MM') end as number,
      case when min(books.entered_at) < begins.at then to_char(requested.first - interval '1 month', 'YYYY-MM') end as before,
      case when requested.first < this_month.first then to_char(requested.first + interval '1 month', 'YYYY-MM') end as after,
      coalesce(sum(books.part_cents) filter (where books.entered_at < begins.at), 0)::bigint as start_cents,
      case when requested.first = this_month.first
        then coalesce((select part_cents - paid_out_cents from trainer_sums where trainer_id = trainers.id), 0) end as payable_cents
    from trainers left join trainer_books books on books.trainer_id = trainers.id, this_month, requested, begins
    where trainers.id = ${id} ${ownOnly}
    group by trainers.id, trainers.name, trainers.tax_number, trainers.statement_series, this_month.first, requested.first, begins.at`.execute(
    db,
  )
  const head = rows[0]
  if (!head) throw notFound(t('refusal.thisStatement'))
  const first = sql`${`${head.month}-01`}::timestamp`
  const lines = await db
    .selectFrom('trainerBooks')
    .leftJoin('bookings', 'bookings.id', 'trainerBooks.bookingId')
    .leftJoin('orders', 'orders.id', 'bookings.id')
    .leftJoin('slots', 'slots.id', 'bookings.slotId')
    .leftJoin('users', 'users.id', 'bookings.buyerId')
    .leftJoin('coverPayments', (join) =>
      join.onRef('coverPayments.lessonId', '=', 'trainerBooks.entryId').on('trainerBooks.kind', '=', 'cover'),
    )
    .leftJoin('lessons', 'lessons.id', 'coverPayments.lessonId')
    .leftJoin('trainers as others', (join) =>
      join
        .on('others.id', '<>', id)
        .on((eb) =>
          eb.or([
            eb('others.id', '=', eb.ref('coverPayments.fromTrainerId')),
            eb('others.id', '=', eb.ref('coverPayments.toTrainerId')),
          ]),
        ),
    )
    .where('trainerBooks.trainerId', '=', id)
    .where('enteredAt', '>=', sql<Date>`${first} at time zone ${clubZone}`)
    .where('enteredAt', '<', sql<Date>`(${first} + interval '1 month') at time zone ${clubZone}`)
    .orderBy('enteredAt')
    .orderBy('entryId')
    .select(['trainerBooks.kind', 'entryId', 'enteredAt', 'cents', 'partCents', 'sharePercent', 'note'])
    .select(coverJson.as('cover'))
    .select([slotNameAtSale.as('slotName'), buyerNameAtSale.as('buyerName'), 'bookings.plan'])
    .execute()
  return {
    trainerId: id,
    trainerName: head.name,
    taxNumber: head.taxNumber,
    number: head.number,
    month: head.month,
    before: head.before,
    after: head.after,
    startCents: head.startCents,
    payableCents: head.payableCents,
    endCents: lines.reduce((sum, { partCents }) => sum + partCents, head.startCents),
    lines,
    currency: localeSettings().currency,
  }
}

const coverJson = sql<StatementLine['cover']>`case when lessons.id is not null then json_build_object(
  'day', lessons.on_date, 'startHour', lessons.start_hour, 'otherTrainer', others.name) end`

type TableLine = Pick<StatementLine, 'kind' | 'cents' | 'note' | 'cover'> & {
  [field in 'enteredAt' | 'entryId' | 'buyerName' | 'slotName' | 'plan' | 'sharePercent']:
    | StatementLine[field]
    | null
} & { partCents: number | null; owedCents: number; currency: string }

/** Returns the statement as a table with running balance, after a line of what was brought forward. Throws as `readStatement`. */
export async function statementTable(
  actor: Actor,
  trainerId: string,
  requestedMonth: string | null,
): Promise<Table> {
  const statement = await readStatement(actor, trainerId, requestedMonth)
  const { timeZone } = await clubFacts()
  return describeTable<TableLine>(
    `statement-${statement.month}`,
    [
      ...dayAndTime<TableLine>(({ enteredAt }) => enteredAt, timeZone),
      { heading: t('table.kind'), type: 'text', value: kindOf },
      { heading: t('table.person'), type: 'text', value: ({ buyerName }) => buyerName },
      { heading: t('table.slot'), type: 'text', value: ({ slotName }) => slotName },
      { heading: t('table.package'), type: 'text', value: ({ plan }) => plan },
      { heading: t('table.note'), type: 'text', value: noteOf },
      { heading: t('table.currency'), type: 'text', value: ({ currency }) => currency.toUpperCase() },
      {
        heading: t('table.amount'),
        type: 'cents',
        value: ({ cents, entryId }) => (entryId === null ? null : cents),
      },
      { heading: t('table.shareInPercent'), type: 'number', value: ({ sharePercent }) => sharePercent },
      { heading: t('table.part'), type: 'cents', value: ({ partCents }) => partCents },
      { heading: t('table.owed'), type: 'cents', value: ({ owedCents }) => owedCents },
      { heading: t('table.entry'), type: 'text', value: ({ entryId }) => entryId },
      { heading: t('table.instant'), type: 'instant', value: ({ enteredAt }) => enteredAt },
    ],
    oneBatch(linesWithBalance(statement)),
  )
}

const noteOf = ({ note, cover }: TableLine) =>
  cover ? `${cover.otherTrainer}, ${cover.day} ${formatHour(cover.startHour)}` : note

function kindOf({ kind, cents, entryId }: TableLine): string {
  if (entryId === null) return t('table.kindName', { kind: 'forward' })
  return t('table.kindName', { kind: kind === 'refund' && cents > 0 ? 'refundBack' : kind })
}

function linesWithBalance({ lines, startCents, currency }: Statement): TableLine[] {
  let owedCents = startCents
  const forward = { enteredAt: null, entryId: null, buyerName: null, slotName: null, plan: null }
  return [
    {
      ...forward,
      kind: 'sale',
      cents: 0,
      note: '',
      cover: null,
      sharePercent: null,
      partCents: null,
      owedCents,
      currency,
    },
    ...lines.map((line) => ({ ...line, owedCents: (owedCents += line.partCents), currency })),
  ]
}
