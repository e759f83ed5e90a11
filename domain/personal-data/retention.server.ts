import { sql, type RawBuilder } from 'kysely'
import { db, transaction, type Queryable } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { requireVersion, versionOf } from '#domain/optimistic-lock.ts'
import { t } from '#messages/t.ts'
import { retentionInput, type RetentionInput } from './retention.input.ts'
import { retentionDays, type RetentionTerms } from './retention.rules.ts'

/** Returns the times that the club chose. */
export const readRetentionTerms = (from: Queryable = db): Promise<RetentionTerms> =>
  from
    .selectFrom('club')
    .select(['formerMemberDays', 'erasesFormerMembers', 'letterDays', 'activityDays', 'auditDays'])
    .executeTakeFirstOrThrow()

/** Returns the times with their version. Requires the permission `club.settings`. */
export async function readRetentionSettings(actor: Actor): Promise<RetentionTerms & { version: string }> {
  requirePermission(actor, 'club.settings')
  const terms = await readRetentionTerms()
  return { ...terms, version: versionOf(terms) }
}

/**
 * Saves the times; audited. Throws `forbidden` without the permission `club.settings`, `invalid` with a message per
 * field, and `conflict` if `openedVersion` is outdated; its facts carry the current version.
 */
export async function saveRetentionTerms(
  actor: Actor,
  input: RetentionInput,
  openedVersion: string | null = null,
): Promise<void> {
  const admin = requirePermission(actor, 'club.settings')
  const after = parseInput(retentionInput, input)
  await transaction(async (trx) => {
    await sql`select from club for update`.execute(trx)
    const before = await readRetentionTerms(trx)
    requireVersion(openedVersion, versionOf(before), t('refusal.timesSavedMeanwhile'))
    await trx.updateTable('club').set(after).execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'change retention',
      subjectKind: 'club',
      subjectId: 'club',
      before,
      after,
    })
  })
}

const batchSize = 1_000
/** In milliseconds; the next night continues. */
const longestRun = 8 * 60_000

/** SQL for the time so many days ago. */
const daysAgo = (days: number) => sql`club_now() - make_interval(days => ${days}::integer)`

type Deletion = { what: string; batch: RawBuilder<unknown>; audit?: true }

/** The statements of the table in retention.rules.ts. Each deletes one batch and returns a row for each deleted one. */
function deletions({ letterDays, activityDays, auditDays }: RetentionTerms): Deletion[] {
  const some = sql`limit ${batchSize} for update skip locked`
  return [
    {
      what: 'sessions',
      batch: sql`delete from sessions where id in (
        select id from sessions where expires_at < least(now(), ${daysAgo(0)}) - make_interval(days => ${retentionDays.sessions}::integer) ${some})
        returning 1`,
    },
    {
      what: 'processor events',
      batch: sql`delete from processor_events where id in (
        select id from processor_events where received_at < ${daysAgo(retentionDays.processorEvents)} ${some}) returning 1`,
    },
    {
      what: 'unconfirmed subscribers',
      batch: sql`delete from subscribers where id in (
        select id from subscribers
        where confirmed_at is null and created_at < ${daysAgo(retentionDays.unconfirmedSubscribers)} ${some}) returning 1`,
    },
    {
      what: 'letters',
      // an address that the mail server refused stays known while an account or a subscription has it
      batch: sql`with old as (
          select id, newsletter_id from letters
          where queued_at < ${daysAgo(letterDays)} and next_try_at is null
            and coalesce(tell_until, '-infinity') < ${daysAgo(0)}
            and not (address_refused and (exists (select from users where users.email = letters.email)
              or exists (select from subscribers where subscribers.email = letters.email)))
          ${some}),
        final as (update newsletter_sums set is_final = true
          where not is_final and newsletter_id in (select newsletter_id from old))
        delete from letters where id in (select id from old) returning 1`,
    },
    {
      what: 'activities',
      batch: sql`delete from activities where id in (
        select id from activities where happened_at < ${daysAgo(activityDays)} ${some}) returning 1`,
    },
    {
      what: 'visits',
      batch: sql`delete from visits where id in (
        select id from visits where came_at < ${daysAgo(retentionDays.visits)} ${some}) returning 1`,
    },
    {
      what: 'answers about health',
      batch: sql`delete from health_answers where member_id in (
        select member_id from health_answers where answered_at < ${daysAgo(retentionDays.healthAnswers)} ${some}) returning 1`,
    },
    {
      what: 'audit entries',
      audit: true,
      batch: sql`delete from audit_entries where id in (
        select id from audit_entries where happened_at < ${daysAgo(auditDays)} ${some}) returning 1`,
    },
    {
      what: 'unpaid bookings',
      batch: sql`with old as (
          select id from orders
          where kind = 'hour' and state in ('expired', 'cancelled') and changed_at < ${daysAgo(retentionDays.unpaidBookings)}
            and paid_at is null and ${isWithoutMoney}
          ${some}),
        attempts as (delete from payment_attempts where booking_id in (select id from old)),
        unlinked as (update activities set booking_id = null where booking_id in (select id from old))
        delete from orders where id in (select id from old) returning 1`,
    },
    {
      what: 'imports that were not started',
      batch: sql`delete from imports where id in (
        select id from imports where state in ('draft', 'checked')
          and changed_at < ${daysAgo(retentionDays.uploadedTables)} ${some}) returning 1`,
    },
    {
      what: 'rows that were not brought in',
      batch: sql`delete from import_rows where (import_id, line) in (
        select import_id, line from import_rows where outcome is null and ${isOldImport(retentionDays.uploadedTables)} ${some})
        returning 1`,
    },
    {
      what: 'cells of rows that were brought in',
      batch: sql`update import_rows set cells = '{}' where (import_id, line) in (
        select import_id, line from import_rows where cells <> '{}' and ${isOldImport(retentionDays.uploadedTables)} ${some})
        returning 1`,
    },
    {
      what: 'rows that were brought in',
      batch: sql`delete from import_rows where (import_id, line) in (
        select import_id, line from import_rows where ${isOldImport(retentionDays.undoneImports)} ${some}) returning 1`,
    },
    {
      what: 'comparisons with an old system',
      batch: sql`delete from comparisons where until_day < club_today() - ${retentionDays.comparisons}::integer returning 1`,
    },
    {
      what: 'unpaid orders',
      batch: sql`with old as (
          select id from orders
          where kind <> 'hour' and state in ('expired', 'cancelled') and changed_at < ${daysAgo(retentionDays.unpaidBookings)}
            and paid_at is null
            -- what a buyer agreed to stays, with its order
            and not exists (select from consents where consents.order_id = orders.id)
            and not exists (select from payments where payments.booking_id = orders.id)
            and not exists (select from stray_charges where stray_charges.booking_id = orders.id)
            and not exists (select from payment_attempts a where a.booking_id = orders.id and a.state <> 'cancelled')
          ${some}),
        attempts as (delete from payment_attempts where booking_id in (select id from old)),
        unlinked as (update activities set booking_id = null where booking_id in (select id from old))
        delete from orders where id in (select id from old) returning 1`,
    },
    {
      what: 'payment attempts',
      batch: sql`delete from payment_attempts where (booking_id, attempt) in (
        select booking_id, attempt from payment_attempts
        where state = 'cancelled' and changed_at < ${daysAgo(retentionDays.cancelledAttempts)} ${some}) returning 1`,
    },
  ]
}

/** SQL predicate on `import_rows`: the import was started, and last changed so many days ago. */
const isOldImport = (days: number) => sql<boolean>`exists (
  select from imports where imports.id = import_id and started_at is not null and changed_at < ${daysAgo(days)})`

/** SQL predicate on `bookings`: no payment, lesson, make-up or other booking refers to it. */
const isWithoutMoney = sql<boolean>`
  not exists (select from payments where payments.booking_id = orders.id)
  and not exists (select from stray_charges where stray_charges.booking_id = orders.id)
  and not exists (select from months where months.booking_id = orders.id)
  and not exists (select from lessons where lessons.booking_id = orders.id)
  and not exists (select from make_ups where make_ups.booking_id = orders.id)
  and not exists (select from cover_payments where cover_payments.booking_id = orders.id)
  and not exists (select from payment_attempts a where a.booking_id = orders.id and a.state <> 'cancelled')
  and not exists (select from bookings later where later.follows_id = orders.id)`

/**
 * Deletes what the table in retention.rules.ts no longer keeps, in batches that are transactions of their own, for
 * some minutes at most. Returns the number of deleted rows by kind.
 */
export async function deleteExpiredData(): Promise<Record<string, number>> {
  const began = performance.now()
  const deleted: Record<string, number> = {}
  for (const { what, batch, audit } of deletions(await readRetentionTerms()))
    for (let rows = batchSize; rows === batchSize && performance.now() - began < longestRun;) {
      rows = await transaction(async (trx) => {
        // allows this transaction to delete from the audit log
        if (audit) await sql`select set_config('club.tidying', 'on', true)`.execute(trx)
        return (await batch.execute(trx)).rows.length
      })
      deleted[what] = (deleted[what] ?? 0) + rows
    }
  return deleted
}
