import { sql } from 'kysely'
import { conflict, invalidAt, type DomainError } from '#core/errors.ts'
import { clubZone, db, transaction, type Queryable } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { CashDifferenceReason, Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { formatFullDay } from '#format/days.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { cashDayInput, type CashDayInput } from './cash-days.input.ts'
import { requireDay } from './desk-day.server.ts'

/** A counted and closed day. Amounts are in cents. */
export type ClosedCashDay = {
  day: Day
  openingCents: number
  expectedCents: number
  countedCents: number
  keptCents: number
  reason: CashDifferenceReason | null
  note: string
  closedBy: string
  closedAt: Date
}

/** The cash of a day that is not closed yet. */
export type OpenCashDay = {
  day: Day
  /** Null before the first cash day: the opening float is then entered. */
  openingCents: number | null
  takenCents: number
  takenCount: number
  returnedCents: number
  returnedCount: number
}

export type CashDay = {
  today: Day
  /** Null while the day is open. */
  closed: ClosedCashDay | null
  /** Null once the day is closed. */
  open: OpenCashDay | null
  /** The oldest earlier day with movements that is to be closed first. */
  closeFirst: Day | null
}

const closedDays = (reader: Queryable = db) =>
  reader
    .selectFrom('cashDays')
    .innerJoin('users', 'users.id', 'cashDays.closedBy')
    .select(['day', 'openingCents', 'expectedCents', 'countedCents', 'keptCents', 'reason', 'note'])
    .select(['users.name as closedBy', 'closedAt'])

/** Returns the newest closed days, at most `limit`. Throws `forbidden` without the permission `desk.use`. */
export async function listCashDays(actor: Actor, limit = 7): Promise<ClosedCashDay[]> {
  requirePermission(actor, 'desk.use')
  return closedDays().orderBy('day', 'desc').limit(limit).execute()
}

/**
 * Returns the cash of a day, closed or open, by default today. Days before the last closed one are closed with it. Throws
 * `forbidden` without the permission `desk.use`, and `not-found` for an invalid or future day.
 */
export async function readCashDay(actor: Actor, requestedDay: string | null = null): Promise<CashDay> {
  requirePermission(actor, 'desk.use')
  const { day, today } = await requireDay(requestedDay)
  const closed = await closedDays().where('day', '=', day).executeTakeFirst()
  if (closed) return { today, closed, open: null, closeFirst: null }
  const { closeFirst, ...open } = await countDrawer(day)
  return { today, closed: null, open: { day, ...open }, closeFirst }
}

async function countDrawer(day: Day): Promise<Omit<OpenCashDay, 'day'> & { closeFirst: Day | null }> {
  const { rows } = await sql<Omit<OpenCashDay, 'day'> & { closeFirst: Day | null }>`
    with last as (select ends_at, kept_cents from cash_days order by ends_at desc limit 1),
      span as (
        select coalesce((select ends_at from last), ${day}::date::timestamp at time zone ${clubZone}) as begins,
          (${day}::date + 1)::timestamp at time zone ${clubZone} as ends),
      moved as (
        select moved_at, method, cents from desk_movements, span where moved_at >= begins and moved_at < ends)
    select (select kept_cents from last) as opening_cents,
      coalesce(sum(cents) filter (where method = 'cash' and cents > 0), 0)::integer as taken_cents,
      count(*) filter (where method = 'cash' and cents > 0)::integer as taken_count,
      coalesce(-sum(cents) filter (where method = 'cash' and cents < 0), 0)::integer as returned_cents,
      count(*) filter (where method = 'cash' and cents < 0)::integer as returned_count,
      to_char(min((moved_at at time zone ${clubZone})::date) filter (
        where (moved_at at time zone ${clubZone})::date < ${day}::date), 'YYYY-MM-DD') as close_first
    from moved`.execute(db)
  return rows[0]!
}

/** Returns the day if the same count, sent twice, has closed it meanwhile. Throws `refusal` otherwise. */
async function sameCountOr(
  refusal: DomainError,
  count: { day: Day; countedCents: number },
): Promise<ClosedCashDay> {
  const closed = await closedDays().where('day', '=', count.day).executeTakeFirst()
  if (closed) return requireSameCount(closed, count)
  throw refusal
}

/**
 * Closes a day: nothing of its desk, or before it, changes afterwards. Returns the closed day. Sent twice, it closes once.
 * Throws `forbidden` without the permission `desk.use`, `invalid`, and `not-found`. Throws `conflict` when an earlier day
 * is open, a later one is closed, or the expected amount has changed.
 */
export async function closeCashDay(actor: Actor, input: CashDayInput): Promise<ClosedCashDay> {
  const admin = requirePermission(actor, 'desk.use')
  const count = parseInput(cashDayInput, input)
  if (count.keptCents > count.countedCents) throw invalidAt('keptCents', t('refusal.atMostWhatWas'))
  const { closed, open, closeFirst } = await readCashDay(actor, count.day)
  if (closed) return requireSameCount(closed, count)
  const isMoved = open !== null && expectedInDrawer(open, count.openingCents) !== count.expectedCents
  if (closeFirst !== null)
    return sameCountOr(
      conflict(t('refusal.pleaseCloseFirst', { closeFirst: formatFullDay(closeFirst) })),
      count,
    )
  if (isMoved) return sameCountOr(movedMeanwhile(), count)
  const { expectedCents: displayedCents, ...values } = count
  return transaction(async (trx) => {
    const written = await trx
      .insertInto('cashDays')
      .values({ ...values, closedBy: admin.id })
      .onConflict((day) => day.column('day').doNothing())
      .returning('expectedCents')
      .executeTakeFirst()
    if (written && written.expectedCents !== displayedCents) throw movedMeanwhile()
    const day = await closedDays(trx).where('day', '=', count.day).executeTakeFirstOrThrow()
    if (!written) return requireSameCount(day, count)
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'close cash day',
      subjectKind: 'cash day',
      subjectId: count.day,
      after: {
        expectedCents: day.expectedCents,
        countedCents: day.countedCents,
        keptCents: day.keptCents,
        ...(day.reason && { reason: day.reason, note: day.note }),
      },
    })
    return day
  }).catch(async (error: unknown) => {
    if (violates(error, 'difference_has_reason'))
      throw count.countedCents === displayedCents
        ? invalidAt('reason', t('refusal.nothingIsMissingSo'))
        : invalidAt(
            'reason',
            t('refusal.chooseWhy', {
              differenceSentence: differenceSentence(count.countedCents - displayedCents),
            }),
          )
    if (violates(error, 'cash_days_in_order'))
      return sameCountOr(conflict(t('refusal.thisDayCannotBe')), count)
    throw error
  })
}

const movedMeanwhile = () => conflict(t('refusal.moneyHasMovedAt'))

/** Returns the cash that should be in the drawer, in cents; `typedOpeningCents` counts on the first day only. */
const expectedInDrawer = (
  { openingCents, takenCents, returnedCents }: OpenCashDay,
  typedOpeningCents: number,
): number => (openingCents ?? typedOpeningCents) + takenCents - returnedCents

function requireSameCount(closed: ClosedCashDay, count: { countedCents: number }): ClosedCashDay {
  if (closed.countedCents !== count.countedCents)
    throw conflict(t('refusal.isAlreadyClosedWith', { day: formatFullDay(closed.day) }))
  return closed
}

/** `$10 is missing.`, `$0.50 too much.` or `As it should be.` */
function differenceSentence(cents: number): string {
  if (cents === 0) return t('cashDay.asItShouldBe')
  return cents < 0
    ? t('cashDay.isMissing', { amount: formatMoney(-cents) })
    : t('cashDay.tooMuch', { amount: formatMoney(cents) })
}
