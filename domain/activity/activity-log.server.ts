import { db } from '#db/client.ts'
import type { ActivityKind } from '#db/tables.ts'
import { requirePerson, requireRole, type Actor } from '#domain/actor.ts'
import { boundStretch, type Listed, type Stretch } from '#domain/paging.ts'

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
  asked: Partial<Stretch> & { kind?: ActivityKind | null } = {},
): Promise<Listed<ActivityEntry>> {
  const person = requirePerson(actor)
  const { limit, offset } = boundStretch(asked)
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
  action: string
  subjectKind: string
  subjectId: string
  before: unknown
  after: unknown
  happenedAt: Date
}

/** What staff changed for others, newest first. Admins only. */
export async function listAudit(actor: Actor, asked: Partial<Stretch> = {}): Promise<Listed<AuditRecord>> {
  requireRole(actor, 'admin')
  const { limit, offset } = boundStretch(asked)
  const [items, { total }] = await Promise.all([
    db
      .selectFrom('auditEntries')
      .leftJoin('users', 'users.id', 'auditEntries.actorId')
      .select(['auditEntries.id', 'users.name as actorName', 'action', 'subjectKind', 'subjectId'])
      .select(['before', 'after', 'happenedAt'])
      .orderBy('happenedAt', 'desc')
      .orderBy('auditEntries.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('auditEntries')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}
