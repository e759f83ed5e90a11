import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { anyOf, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import { countNotified, type MailOutcome, type NoticeState, type Notified } from './change-notices.rules.ts'
import { isReachable } from './outbox.server.ts'

/** Time for the first delivery, after which a waiting letter counts as unknown to its recipient. */
const deliveryTime = sql`interval '10 minutes'`

/**
 * SQL expression: whether the recipient of a row of `letters` knows of its change. Needs `members` and, as a left
 * join, `tellings`; null for letters that are about no hour.
 */
export const noticeState = () => sql<NoticeState | null>`case
  when tell_until is null then null
  when tellings.letter_id is not null then 'told'
  when dates_seen_at >= queued_at then 'seen'
  when ${!sendsMail()} or failed_at is not null then 'not told'
  when handed_over_at is not null then 'delivered'
  when failure is not null or queued_at < club_now() - ${deliveryTime} then 'not told'
  else 'sent' end`

/** A person who may not know of changes, with the first of the hours that these are about. */
export type UninformedPerson = {
  userId: string
  name: string
  /** Empty if not given. */
  telephone: string
  firstAt: Date
  changes: { letterId: string; subject: string }[]
}

/**
 * SQL for people with changes that they do not know of, or with the given changes, to follow `from`. Trainers see those
 * of their own hours.
 */
const uninformed = (person: Person, letterIds?: readonly string[]) => sql`(
  select users.id as user_id, users.name, telephone, min(tell_by) as first_at,
    json_agg(json_build_object('letterId', letters.id, 'subject', subject) order by tell_by, queued_at, letters.id) as changes
  from letters join users on users.id = letters.user_id join members on members.user_id = users.id
    left join tellings on tellings.letter_id = letters.id
  where tell_until > club_now() and erased_at is null
    and ${letterIds === undefined ? sql`${noticeState()} = 'not told'` : sql`letters.id = any (${[...letterIds]}::uuid[]) and tellings.letter_id is null`}
    and (${can(person, 'changes.tellAll')} or users.id <> ${person.id}
      and exists (select from trainers where trainers.user_id = ${person.id} and trainers.id = any (trainer_ids)))
  group by users.id, members.user_id) uninformed`

/**
 * Returns a page of the people who may not know of a change of their dates, by the hour that comes first, until the
 * last hour begins. Admins see all, trainers those with hours of theirs. Throws `forbidden` for other roles.
 */
export async function listUninformed(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<UninformedPerson>> {
  const person = requirePermission(actor, 'changes.tell')
  const { limit, offset } = clampPageRange(range)
  const { rows } = await sql<UninformedPerson & { total: number }>`
    select uninformed.*, (count(*) over ())::integer as total from ${uninformed(person)}
    order by first_at, name, user_id limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/**
 * Records that the actor told a person of these changes, by telephone or in person; audited. Idempotent. Returns the
 * name. Throws `forbidden`, and `not-found` when none of the letters is known to the actor.
 */
export async function recordTelling(actor: Actor, letterIds: readonly string[]): Promise<{ name: string }> {
  const person = requirePermission(actor, 'changes.tell')
  const ids = letterIds.slice(0, 1_000).map((id) => requireId(id, t('refusal.thisChange')))
  return transaction(async (trx) => {
    const { rows } =
      await sql<UninformedPerson>`select * from ${uninformed(person, ids)} order by user_id`.execute(trx)
    const [told] = rows
    if (!told) return findTold(trx, person, ids)
    const tellings = told.changes.map(({ letterId }) => ({ letterId, toldBy: person.id }))
    await trx
      .insertInto('tellings')
      .values(tellings)
      .onConflict((again) => again.doNothing())
      .execute()
    await recordAudit(trx, {
      actorId: person.id,
      action: 'tell change',
      subjectKind: 'member',
      subjectId: told.userId,
      after: { changes: told.changes.map(({ subject }) => subject).join('; ') },
    })
    return { name: told.name }
  })
}

/** People whom a change would affect: the member of a month or of a lesson, or these. */
type Affected = { bookingId: string } | { lessonId: string } | { userIds: readonly string[] }

function affectedIds(affected: Affected) {
  if ('userIds' in affected) return sql`${[...affected.userIds]}::uuid[]`
  if ('bookingId' in affected)
    return sql`array(select buyer_id from bookings where id = ${requireId(affected.bookingId, t('refusal.thisHour'))})`
  const lessonId = requireId(affected.lessonId, t('refusal.thisHour'))
  return sql`array(select buyer_id from bookings join lessons on booking_id = bookings.id where lessons.id = ${lessonId})`
}

/**
 * Returns which of these people a letter about a change would reach now. Throws `forbidden` for members, and
 * `not-found` for malformed ids.
 */
export async function previewNotified(actor: Actor, affected: Affected): Promise<Notified> {
  requirePermission(actor, 'changes.tell')
  return expectNotified(db, affected)
}

/** The same within an operation that authorised the actor. */
export async function expectNotified(from: Queryable, affected: Affected): Promise<Notified> {
  const { rows } = await sql<MailOutcome>`
    select name, ${sendsMail()} and ${isReachable} as is_sent
    from users where id = any (${affectedIds(affected)}) order by name`.execute(from)
  return countNotified(rows)
}

/** Returns the name when the person knows of the changes meanwhile. */
async function findTold(trx: Transaction, person: Person, ids: string[]): Promise<{ name: string }> {
  const told = await trx
    .selectFrom('tellings')
    .innerJoin('letters', 'letters.id', 'tellings.letterId')
    .where('letters.id', '=', anyOf(ids))
    .$if(!can(person, 'changes.tellAll'), (query) => query.where('toldBy', '=', person.id))
    .select('letters.name')
    .executeTakeFirst()
  if (!told) throw notFound(t('refusal.thisChange'))
  return told
}

/**
 * Records that the actor opened a page with their dates, when a change is newer than the last time. Later calls write
 * nothing.
 */
export async function recordDatesSeen(actor: Actor): Promise<void> {
  const { id } = requirePerson(actor)
  await sql`
    update members set dates_seen_at = club_now()
    where user_id = ${id} and exists (select from letters where letters.user_id = ${id} and tell_until > club_now()
      and queued_at > coalesce(dates_seen_at, '-infinity'))`.execute(db)
}
