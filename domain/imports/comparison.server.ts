import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { clubZone, db, readToday, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { automaticCharges } from '#domain/months/automatic-charges.server.ts'
import { readTable } from '#domain/tables/read-table.server.ts'
import { addDays, daysBetween } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { compareCharges, mostDaysApart, nameKey, type Charge, type Difference } from './comparison.rules.ts'
import { chargesInput, type ChargesInput } from './imports.input.ts'
import type { UploadedFile } from './imports.server.ts'
import { readCharges, type ReadCharge } from './read-charges.rules.ts'

export type ComparedDay = { day: Day; hereCents: number; thereCents: number }

export type Comparison = {
  source: string
  /** The last day on which files are taken. */
  untilDay: Day
  isOver: boolean
  days: ComparedDay[]
  /** Days until yesterday without a file. */
  daysWithoutFile: Day[]
  equal: number
  differences: Difference[]
}

/**
 * Compares the charges of every covered day with those of the old system. Returns null before the first file. Throws
 * `forbidden` without the permission `members.import`.
 */
export async function readComparison(actor: Actor): Promise<Comparison | null> {
  requirePermission(actor, 'members.import')
  const found = await db
    .selectFrom('comparisons')
    .select(['id', 'source', 'untilDay'])
    .select(sql<Day>`to_char(made_at at time zone ${clubZone}, 'YYYY-MM-DD')`.as('madeOn'))
    .select(
      sql<Day[]>`array(select to_char(day, 'YYYY-MM-DD')
        from unnest(covered) part, generate_series(lower(part), upper(part) - 1, '1 day') day order by day)`.as(
        'covered',
      ),
    )
    .executeTakeFirst()
  if (!found) return null
  const { id, source, untilDay, madeOn, covered } = found
  const today = await readToday()
  const there = await readThere(id)
  const here = covered.length === 0 ? [] : await readExpected(source, covered[0]!, covered.at(-1)!)
  const sumOf = (charges: Charge[], day: Day) =>
    charges.reduce((sum, charge) => (charge.day === day ? sum + charge.cents : sum), 0)
  const days = covered.map((day) => ({ day, hereCents: sumOf(here, day), thereCents: sumOf(there, day) }))
  const isCovered = new Set(covered)
  const daysWithoutFile: Day[] = []
  for (let day = madeOn; day < today && day <= untilDay; day = addDays(day, 1))
    if (!isCovered.has(day)) daysWithoutFile.push(day)
  return {
    source,
    untilDay,
    isOver: today > untilDay,
    days,
    daysWithoutFile,
    ...compareCharges(here, there, (day) => isCovered.has(day)),
  }
}

const readThere = (comparisonId: string): Promise<Charge[]> =>
  db
    .selectFrom('comparedCharges')
    .where('comparisonId', '=', comparisonId)
    .orderBy('chargedOn')
    .orderBy('line')
    .select(['memberId', 'name', 'chargedOn as day', 'amountCents as cents'])
    .execute()

/**
 * What the club would charge, with some days before and after: the periods of running memberships, the months of hours
 * that renew themselves, and what people of the old system pay who have no membership here yet.
 */
async function readExpected(source: string, from: Day, until: Day): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    with periods as (
      select member_id, (begins at time zone ${clubZone})::date as day,
        coalesce((select amount_cents from orders where membership_id = memberships.id and period = n + 1
            and orders.state not in ('expired', 'cancelled')),
          case when begins >= next_offer_from then changed.price_cents else offers.price_cents end) as cents
      from memberships join offers on offers.id = offer_id left join offers changed on changed.id = next_offer_id
      cross join generate_series(1, 2 + greatest(0, ${until}::date - anchor_at::date) / 28) n
      cross join lateral (select month_end(anchor_at, n * offers.period_months, paused_days) as begins) period
      where memberships.state = 'running' and (ends_at is null or begins < ends_at)
    ), hours as (
      select member_id, (charged_at at time zone ${clubZone})::date as day, cents
      from (${automaticCharges(sql<number>`(2 + greatest(0, ${until}::date - club_today()) / 28)`)}) charge
    ), brought as (
      select member_id, (next_charge_on + make_interval(months => n * coalesce(period_months, 1)))::date as day,
        opening_balances.price_cents as cents
      from opening_balances left join offers on offers.id = offer_id cross join generate_series(0, 2 + greatest(0, ${until}::date - next_charge_on) / 28) n
      where source = ${source} and opening_balances.price_cents > 0 and next_charge_on is not null
        and not exists (select from memberships where memberships.member_id = opening_balances.member_id and state <> 'begun')
        and not exists (select from hours where hours.member_id = opening_balances.member_id)
        and (runs_until is null or next_charge_on + make_interval(months => n * coalesce(period_months, 1)) <= runs_until)
    )
    select member_id, users.name, to_char(day, 'YYYY-MM-DD') as day, cents
    from (select * from periods union all select * from hours union all select * from brought) charge join users on users.id = member_id
    where cents > 0 and day between ${from}::date - ${mostDaysApart}::integer and ${until}::date + ${mostDaysApart}::integer
    order by day, users.name`.execute(db)
  return rows
}

/** Charges of a file, and how many rows were left out because money went back there or none moved. */
export type AddedCharges = { charges: number; days: number; leftOut: number }

/**
 * Adds the charges of a file of the old system or the bank. The days from its first to its last are those of this file
 * alone, so a file sent again changes nothing. The first file begins the month. Throws `forbidden` without the permission
 * `members.import`, `invalid`, `too-large`, and `conflict` after the month.
 */
export async function addCharges(
  actor: Actor,
  file: UploadedFile | null,
  input: ChargesInput,
): Promise<AddedCharges> {
  const { id: actorId } = requirePermission(actor, 'members.import')
  const { source, ...notation } = parseInput(chargesInput, input)
  if (file === null) throw invalidAt('file', t('refusal.chooseAFile'))
  const { headings, rows } = await readTable(file.bytes)
  const { charges, leftOut } = readCharges(headings, rows, notation)
  const days = charges.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) throw invalidAt('file', t('refusal.noChargeInFile'))
  await transaction(async (trx) => {
    const id = await beginOrLock(trx, actorId, source)
    await requireWithinMonth(trx, id, first, last)
    await trx
      .deleteFrom('comparedCharges')
      .where('comparisonId', '=', id)
      .where('chargedOn', '>=', first)
      .where('chargedOn', '<=', last)
      .execute()
    await trx
      .updateTable('comparisons')
      .set({ covered: sql`covered + datemultirange(daterange(${first}::date, ${last}::date, '[]'))` })
      .where('id', '=', id)
      .execute()
    await insertCharges(trx, id, source, charges)
  })
  return { charges: charges.length, days: daysBetween(first, last) + 1, leftOut }
}

/** Ends the comparison and deletes what it stored. Throws `forbidden` and `not-found`. */
export async function endComparison(actor: Actor): Promise<void> {
  const { id: actorId } = requirePermission(actor, 'members.import')
  await transaction(async (trx) => {
    const found = await trx.deleteFrom('comparisons').returning('id').executeTakeFirst()
    if (!found) throw notFound(t('refusal.thisComparison'))
    await recordAudit(trx, {
      actorId,
      action: 'end comparison',
      subjectKind: 'comparison',
      subjectId: found.id,
    })
  })
}

async function beginOrLock(trx: Transaction, madeBy: string, source: string): Promise<string> {
  await sql`select advisory_lock('comparisons')`.execute(trx)
  const found = await trx
    .selectFrom('comparisons')
    .select(['id', 'source', sql<boolean>`until_day < club_today()`.as('isOver')])
    .executeTakeFirst()
  if (!found) {
    const { id } = await trx
      .insertInto('comparisons')
      .values({ madeBy, source })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, {
      actorId: madeBy,
      action: 'begin comparison',
      subjectKind: 'comparison',
      subjectId: id,
    })
    return id
  }
  if (found.isOver) throw conflict(t('refusal.comparisonIsOver'))
  return found.id
}

/** Throws `invalid` unless the days are of the month that is compared, or of the one before it. */
async function requireWithinMonth(trx: Transaction, id: string, first: Day, last: Day): Promise<void> {
  const found = await trx
    .selectFrom('comparisons')
    .where('id', '=', id)
    .where('untilDay', '>=', last)
    .where(sql<boolean>`until_day - 62 <= ${first}::date`)
    .select('id')
    .executeTakeFirst()
  if (!found) throw invalidAt('file', t('refusal.chargesOfOtherMonths', { first, last }))
}

const rowsAStatement = 500

async function insertCharges(
  trx: Transaction,
  comparisonId: string,
  source: string,
  charges: readonly ReadCharge[],
): Promise<void> {
  const memberOf = await personFinder(trx, source)
  for (let first = 0; first < charges.length; first += rowsAStatement)
    await trx
      .insertInto('comparedCharges')
      .values(
        charges.slice(first, first + rowsAStatement).map((charge) => ({
          comparisonId,
          chargedOn: charge.day,
          line: charge.line,
          name: charge.name,
          memberId: memberOf(charge),
          amountCents: charge.cents,
        })),
      )
      .execute()
}

/** Returns a function that finds the member of a charge: by number, by email and name, by email, or by name if it is of one. */
async function personFinder(from: Queryable, source: string): Promise<(charge: ReadCharge) => string | null> {
  const { rows } = await sql<{ id: string; name: string; number: string; emails: string[]; keys: string[] }>`
    select users.id, users.name, member_number as number,
      array_remove(array[lower(users.email), nullif(lower(contact_email), '')], null) as emails,
      array(select key from import_keys where source = ${source} and member_id = users.id) as keys
    from members join users on users.id = user_id where erased_at is null`.execute(from)
  const people = new Map<string, Set<string>>()
  const add = (key: string, id: string) => people.set(key, (people.get(key) ?? new Set()).add(id))
  for (const { id, name, number, emails, keys } of rows) {
    if (number !== '') add(`number ${number}`, id)
    for (const key of keys) add(key, id)
    for (const email of emails) {
      add(`email ${email}`, id)
      add(`email ${email} ${nameKey(name)}`, id)
    }
    add(`name ${nameKey(name)}`, id)
  }
  return ({ number, email, name }) => {
    const only = [
      `number ${number}`,
      `email ${email} ${nameKey(name)}`,
      `email ${email}`,
      `name ${nameKey(name)}`,
    ].find((key) => people.get(key)?.size === 1)
    const [id = null] = only === undefined ? [] : people.get(only)!
    return id
  }
}
