import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { ActivityKind } from '#db/tables.ts'
import { requirePerson, requireRole, type Actor } from '#domain/actor.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'

export type ActivityEntry = {
  id: number
  kind: ActivityKind
  /** A title of a few words. */
  summary: string
  /** What it was about, if the title does not say it. */
  detail: string | null
  /** The booking it is about, if any. */
  bookingId: string | null
  /** How often; more than 1 only for acts that are folded, such as the clicks of a day on a post. */
  times: number
  happenedAt: Date
}

/** What the person did, newest first, all of it or one kind. Everybody sees their own. */
export async function listActivity(
  actor: Actor,
  asked: Partial<PageRange> & { kind?: ActivityKind | null } = {},
): Promise<Page<ActivityEntry>> {
  const person = requirePerson(actor)
  const { limit, offset } = clampPageRange(asked)
  let entries = db.selectFrom('activities').where('userId', '=', person.id)
  if (asked.kind) entries = entries.where('kind', '=', asked.kind)
  const [items, { total }] = await Promise.all([
    entries
      .select(['id', 'kind', 'summary', 'detail', 'bookingId', 'times', 'happenedAt'])
      .orderBy('happenedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    entries.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

export type AuditRecord = {
  id: number
  /** Null when it was the operator at the command line, or the club itself. */
  actorName: string | null
  portrait: Portrait | null
  /** Whom it was about, when that is a person. */
  subjectName: string | null
  action: string
  subjectKind: string
  subjectId: string
  before: unknown
  after: unknown
  happenedAt: Date
}

/**
 * The person behind the subject of the row of `audit_entries` at hand: itself, or who paid, holds it or comes to it.
 * The subject is made an id, not the ids text: those are what the indexes know.
 */
const subjectName = sql<string | null>`case case when subject_id ~ '^[0-9a-f-]{36}$' then subject_kind end
  when 'member' then (select name from users where users.id = subject_id::uuid)
  when 'trainer' then (select name from trainers where trainers.id = subject_id::uuid)
  when 'booking' then (
    select name from users join bookings on bookings.buyer_id = users.id where bookings.id = subject_id::uuid)
  when 'payment' then (
    select name from users join bookings on bookings.buyer_id = users.id
      join payments on payments.booking_id = bookings.id where payments.id = subject_id::uuid)
  when 'stray' then (
    select name from users join bookings on bookings.buyer_id = users.id
      join stray_charges on stray_charges.booking_id = bookings.id where stray_charges.id = subject_id::uuid)
  when 'lesson' then (
    select name from users join bookings on bookings.buyer_id = users.id
      join lessons on lessons.booking_id = bookings.id where lessons.id = subject_id::uuid)
  end`

/** The subjects of audit entries that are about this person: they, their applications, their hours, what they paid. */
export const auditSubjectsOf = (userId: string) => sql<string>`(
  with own as materialized (select id from bookings where buyer_id = ${userId})
  select ${userId}::text
  union all select id::text from own
  union all select lessons.id::text from lessons join own on own.id = booking_id
  union all select payments.id::text from payments join own on own.id = booking_id
  union all select stray_charges.id::text from stray_charges join own on own.id = booking_id
  union all select id::text from trainers where user_id = ${userId}
  union all select id::text from trainer_applications where user_id = ${userId})`

const auditPageSize = 25

/**
 * What staff changed for others, newest first, 25 at once; `next` is the entry to go on after, null at the end. A
 * stretch costs the same wherever in the log it begins. Admins only.
 */
export async function listAudit(
  actor: Actor,
  { after, limit = auditPageSize }: { after?: string | null; limit?: number } = {},
): Promise<{ items: AuditRecord[]; next: string | null }> {
  requireRole(actor, 'admin')
  const last = after && /^\d{1,15}$/.test(after) ? Number(after) : null
  const stretch = db
    .selectFrom('auditEntries')
    .selectAll()
    .$if(last !== null, (entries) =>
      entries.where(
        sql<boolean>`(happened_at, id) < (select happened_at, id from audit_entries where id = ${last})`,
      ),
    )
    .orderBy('happenedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit + 1))
  const rows = await db
    // names and faces are looked up for the lines of this stretch only
    .selectFrom(stretch.as('auditEntries'))
    .leftJoin('users', 'users.id', 'auditEntries.actorId')
    .leftJoin('members', 'members.userId', 'auditEntries.actorId')
    .leftJoin('images', 'images.id', 'members.photoId')
    .select(['auditEntries.id', 'users.name as actorName', 'action', 'subjectKind', 'subjectId'])
    .select([portraitJson('images', 'users').as('portrait'), subjectName.as('subjectName')])
    .select(['before', 'after', 'happenedAt'])
    .orderBy('happenedAt', 'desc')
    .orderBy('auditEntries.id', 'desc')
    .execute()
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? String(items.at(-1)?.id) : null }
}
