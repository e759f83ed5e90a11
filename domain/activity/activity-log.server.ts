import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { ActivityKind } from '#db/tables.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatFacts, formatStored, message, type StoredMessage } from '#format/stored-message.ts'
import { isMessageKey, keyOfEnglish } from '#messages/catalogue.ts'

export type ActivityEntry = {
  id: number
  kind: ActivityKind
  /** A title of a few words. */
  summary: string
  /** The subject, when the title does not name it. */
  detail: string | null
  /** Whether the entry is of an earlier version, which wrote English sentences. */
  isEnglish: boolean
  bookingId: string | null
  /** Number of folded entries, such as one day's clicks on a post; 1 for every other entry. */
  times: number
  happenedAt: Date
}

/** Returns a page of the actor's own activity, newest first, optionally of one kind. Throws `unauthenticated`. */
export async function listActivity(
  actor: Actor,
  query: Partial<PageRange> & { kind?: ActivityKind | null } = {},
): Promise<Page<ActivityEntry>> {
  const person = requirePerson(actor)
  const { limit, offset } = clampPageRange(query)
  let entries = db.selectFrom('activities').where('userId', '=', person.id)
  if (query.kind) entries = entries.where('kind', '=', query.kind)
  const [items, { total }] = await Promise.all([
    entries
      .select(['id', 'kind', 'summary', 'detail', 'facts', 'bookingId', 'times', 'happenedAt'])
      .orderBy('happenedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    entries.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: items.map(readActivity), total }
}

type StoredActivity = { summary: string; detail: string | null; facts: unknown }

/** Replaces the English sentences of an entry by its messages in the language of the reader. */
export function readActivity<Row extends StoredActivity>({ facts, ...row }: Row) {
  const stored = (facts as StoredTexts | null) ?? recognize(row)
  if (stored === null || !isMessageKey(stored.summary.key)) return { ...row, isEnglish: true }
  const { summary, detail = null } = stored
  return {
    ...row,
    summary: formatStored(summary),
    detail: detail === null ? null : formatStored(detail),
    isEnglish: false,
  }
}

type StoredTexts = { summary: StoredMessage; detail?: StoredMessage | string | undefined }

/** Returns the messages of an entry without facts, if its sentences have no values. */
function recognize({ summary, detail }: { summary: string; detail: string | null }): StoredTexts | null {
  const [title, subject] = [summary, detail ?? ''].map((text) => keyOfEnglish(text, 'activity.'))
  if (!title || (detail !== null && !subject)) return null
  return { summary: message(title), detail: subject ? message(subject) : undefined }
}

export type AuditRecord = {
  id: number
  /** Null for the operator at the command line and for the club itself. */
  actorName: string | null
  portrait: Portrait | null
  /** Name of the person concerned, when the subject belongs to one. */
  subjectName: string | null
  action: string
  subjectKind: string
  subjectId: string
  before: unknown
  after: unknown
  happenedAt: Date
}

/**
 * Name of the person behind the subject of the current `audit_entries` row: the member, trainer, buyer or payer.
 * Casts the subject to uuid, not the ids to text, because only that uses the indexes.
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

/** Subquery of every audit subject that concerns one person: account, applications, bookings, lessons, payments. */
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
 * Returns a page of the audit log, newest first. `next` is the cursor for the following page, null at the end. The
 * cost does not depend on the page's position. Throws `forbidden` without the permission `audit.read`.
 */
export async function listAudit(
  actor: Actor,
  { after, limit = auditPageSize }: { after?: string | null; limit?: number } = {},
): Promise<{ items: AuditRecord[]; next: string | null }> {
  requirePermission(actor, 'audit.read')
  return readAudit({ after, limit })
}

/** Returns the newest entries of the audit log by the person themselves. Throws `unauthenticated`. */
export async function listOwnActs(
  actor: Actor,
  { limit = auditPageSize }: { limit?: number } = {},
): Promise<{ items: AuditRecord[] }> {
  return readAudit({ actorId: requirePerson(actor).id, limit })
}

type AuditQuery = { actorId?: string; after?: string | null; limit: number }

async function readAudit({
  actorId,
  after: cursor,
  limit,
}: AuditQuery): Promise<{ items: AuditRecord[]; next: string | null }> {
  const last = cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : null
  const pageRows = db
    .selectFrom('auditEntries')
    .selectAll()
    .$if(actorId !== undefined, (entries) => entries.where('actorId', '=', actorId ?? ''))
    .$if(last !== null, (entries) =>
      entries.where(
        sql<boolean>`(happened_at, id) < (select happened_at, id from audit_entries where id = ${last})`,
      ),
    )
    .orderBy('happenedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit + 1))
  const rows = await db
    // joins names and portraits for the rows of this page only
    .selectFrom(pageRows.as('auditEntries'))
    .leftJoin('users', 'users.id', 'auditEntries.actorId')
    .leftJoin('members', 'members.userId', 'auditEntries.actorId')
    .leftJoin('images', 'images.id', 'members.photoId')
    .select(['auditEntries.id', 'users.name as actorName', 'action', 'subjectKind', 'subjectId'])
    .select([portraitJson('images', 'users').as('portrait'), subjectName.as('subjectName')])
    .select(['before', 'after', 'happenedAt'])
    .orderBy('happenedAt', 'desc')
    .orderBy('auditEntries.id', 'desc')
    .execute()
  const items = rows.slice(0, limit).map(({ before, after, ...entry }) => ({
    ...entry,
    before: formatFacts(before),
    after: formatFacts(after),
  }))
  return { items, next: rows.length > limit ? String(items.at(-1)?.id) : null }
}
