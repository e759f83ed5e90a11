import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import { deleteClass } from '#domain/classes/classes.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { contentTakenDown } from '#domain/moderation/letters/taken-down.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import {
  formatReportReason,
  formatStoredReason,
  reportReasonInput,
  type ReportReasonInput,
} from './moderation.input.ts'

const contentKinds = ['post', 'class'] as const

/** A post or a class, as shown to an admin before taking it down. */
export type ModeratedContent = {
  kind: (typeof contentKinds)[number]
  id: string
  /** The caption of the post, or the title of the class. */
  words: string
  authorId: string
  authorName: string
  /** Whether the author's account still exists. */
  isAuthorActive: boolean
}

/** Returns the post or class. Admins only. Throws `not-found`. */
export async function getModeratedContent(actor: Actor, kind: string, id: string): Promise<ModeratedContent> {
  requirePermission(actor, 'content.moderate')
  return findContent(db, kind, id)
}

const isAuthorActive = sql<boolean>`users.erased_at is null`.as('isAuthorActive')

async function findContent(
  reader: Queryable,
  kindName: string,
  reference: string,
): Promise<ModeratedContent> {
  const kind = contentKinds.find((each) => each === kindName)
  const id = requireId(reference, t('refusal.this'))
  const found =
    kind === 'post'
      ? await reader
          .selectFrom('posts')
          .innerJoin('users', 'users.id', 'posts.authorId')
          .select([
            'posts.caption as words',
            'users.id as authorId',
            'users.name as authorName',
            isAuthorActive,
          ])
          .where('posts.id', '=', id)
          .executeTakeFirst()
      : await reader
          .selectFrom('classes')
          .innerJoin('trainers', 'trainers.id', 'classes.trainerId')
          .innerJoin('users', 'users.id', 'trainers.userId')
          .select([
            'classes.title as words',
            'users.id as authorId',
            'users.name as authorName',
            isAuthorActive,
          ])
          .where('classes.id', '=', id)
          .where('classes.removedAt', 'is', null)
          .executeTakeFirst()
  if (!kind || !found) throw notFound(t('refusal.this'))
  return { kind, id, ...found }
}

/**
 * Takes down a post or a class. The author reads the reason in the activity log and by mail; the audit log
 * keeps the text. Admins only. Throws `invalid`, and `not-found` if another admin was faster.
 */
export async function takeDown(
  actor: Actor,
  kind: string,
  id: string,
  input: ReportReasonInput,
): Promise<ModeratedContent> {
  const admin = requirePermission(actor, 'content.moderate')
  const reason = formatReportReason(parseInput(reportReasonInput, input))
  return transaction(async (trx) => {
    const found = await findContent(trx, kind, id)
    const reporters = await trx
      .selectFrom('reports')
      .where('postId', '=', found.id)
      .where('leftAt', 'is', null)
      .select('reporterId')
      .execute()
    if (found.kind === 'class') await deleteClass(trx, found.id)
    else {
      const { numDeletedRows } = await trx.deleteFrom('posts').where('id', '=', found.id).executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound(t('refusal.this'))
    }
    await recordAudit(trx, {
      actorId: admin.id,
      action: `take down ${found.kind}`,
      subjectKind: found.kind,
      subjectId: found.id,
      before: { caption: found.words, author: found.authorName, authorId: found.authorId },
      after: { reason },
    })
    await recordActivity(trx, {
      userId: found.authorId,
      kind: found.kind,
      summary: message('activity.tookDown', { kind: found.kind }),
      detail: reason,
    })
    for (const { reporterId } of reporters)
      await recordActivity(trx, {
        userId: reporterId,
        kind: 'post',
        summary: message('activity.reportedTakenDown'),
        detail: message('activity.postWasBy', { authorName: found.authorName }),
      })
    await queueMail(trx, contentTakenDown, {
      to: { userId: found.authorId },
      cause: found.id,
      facts: () => ({ kind: found.kind, words: found.words, reason: formatStoredReason(reason) }),
    })
    return found
  })
}

/** A post or a class of the person that the club took down. */
export type TakenDownContent = { id: string; words: string; reason: string; takenDownAt: Date }

const shownDays = 30

/** Lists the person's posts or classes taken down in the last 30 days, newest first, at most five. */
export async function listTakenDown(
  actor: Actor,
  kind: ModeratedContent['kind'],
): Promise<TakenDownContent[]> {
  const { id } = requirePerson(actor)
  const taken = await db
    .selectFrom('auditEntries')
    .where('action', '=', `take down ${kind}`)
    .where(sql<boolean>`before->>'authorId' = ${id}`)
    .where(sql<boolean>`happened_at > ${clubNow} - make_interval(days => ${shownDays})`)
    .orderBy('happenedAt', 'desc')
    .limit(5)
    .select(['subjectId as id', 'happenedAt as takenDownAt'])
    .select([sql<string>`before->>'caption'`.as('words'), sql<string>`after->>'reason'`.as('reason')])
    .execute()
  return taken.map((each) => ({ ...each, reason: formatStoredReason(each.reason) }))
}
