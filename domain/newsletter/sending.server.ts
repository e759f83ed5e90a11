import { clubNow, db, transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { conflict } from '#core/errors.ts'
import { outbox, queueMail } from '#domain/mail/outbox.server.ts'
import { queue } from '#platform/jobs.ts'
import { findPendingReaders } from './audience.server.ts'
import { letterFacts, getNewsletter, letterFor, readIssue } from './issues.server.ts'

/** Letters to be written to every reader; a try that is cut off is gone on with, not begun again. */
export const newsletterJobs = queue<{ newsletterId: string }>('newsletter', {
  retries: 10,
  firstPauseSeconds: 2,
  longestPauseSeconds: 300,
})

/** A job has a minute. */
const maxRunMs = 30_000

/**
 * Sends a draft to everybody it is for, in the background. Admins only. Throws `not-found`, and `conflict` when it
 * was sent before: of two who press at once, one does it.
 */
export async function sendNewsletter(actor: Actor, id: string): Promise<void> {
  const admin = requireRole(actor, 'admin')
  const { id: newsletterId, subject } = await getNewsletter(actor, id)
  await transaction(async (trx) => {
    const begun = await trx
      .updateTable('newsletters')
      .set({ state: 'sending', begunAt: clubNow })
      .where('id', '=', newsletterId)
      .where('state', '=', 'draft')
      .returning('id')
      .executeTakeFirst()
    if (!begun) throw conflict('This letter was sent already, perhaps by another admin.')
    await newsletterJobs.enqueue(trx, { newsletterId })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'send newsletter',
      subjectKind: 'newsletter',
      subjectId: newsletterId,
      after: { subject },
    })
  })
}

/** Writes the letters of a newsletter into the outbox: one to each reader, however often this runs. */
export async function queueNewsletterLetters({ newsletterId }: { newsletterId: string }): Promise<void> {
  const began = performance.now()
  while (await queueLetterBatch(newsletterId))
    if (performance.now() - began > maxRunMs) return newsletterJobs.enqueue(db, { newsletterId })
  await transaction((trx) => outbox.enqueue(trx, {}))
}

/** Writes to some readers who have no letter yet; false when there are none. */
async function queueLetterBatch(newsletterId: string): Promise<boolean> {
  return transaction(async (trx) => {
    // locked, so that pausing waits and then finds these letters too
    const newsletter = await trx
      .selectFrom('newsletters')
      .where('id', '=', newsletterId)
      .where('writtenAt', 'is', null)
      .select('state')
      .forUpdate()
      .executeTakeFirst()
    if (!newsletter) return false
    const issue = await readIssue(trx, newsletterId)
    const readers = await findPendingReaders(trx, newsletterId, issue)
    if (readers.length === 0) {
      await trx
        .updateTable('newsletters')
        .set({ writtenAt: clubNow })
        .where('id', '=', newsletterId)
        .execute()
      return false
    }
    for (const { id, key, to } of readers)
      await queueMail(trx, letterFor(issue), {
        to,
        cause: `${newsletterId} ${id}`,
        facts: letterFacts(issue, key),
        bulk: {
          newsletterId,
          unsubscribePath: `/unsubscribe?key=${key}`,
          paused: newsletter.state === 'paused',
        },
      })
    return true
  })
}

/**
 * Holds back what was not handed over yet. Admins only. Throws `not-found`, and `conflict` when it is not being sent or
 * nothing is left of it.
 */
export const pauseNewsletter = (actor: Actor, id: string) => switchState(actor, id, 'sending', 'paused')

/** Lets a paused letter go on. Admins only. Throws `not-found`, `conflict` when it is not paused. */
export const resumeNewsletter = (actor: Actor, id: string) => switchState(actor, id, 'paused', 'sending')

async function switchState(
  actor: Actor,
  id: string,
  from: 'sending' | 'paused',
  to: 'sending' | 'paused',
): Promise<void> {
  const { id: newsletterId } = await getNewsletter(actor, id)
  await transaction(async (trx) => {
    const turned = await trx
      .updateTable('newsletters')
      .set({ state: to })
      .where('id', '=', newsletterId)
      .where('state', '=', from)
      .returning('writtenAt')
      .executeTakeFirst()
    if (!turned) throw conflict('Somebody was faster. Look at it again.')
    const { numUpdatedRows: waiting } = await trx
      .updateTable('letters')
      .set({ paused: to === 'paused' })
      .where('newsletterId', '=', newsletterId)
      .where('nextTryAt', 'is not', null)
      .executeTakeFirst()
    if (to === 'paused' && turned.writtenAt !== null && waiting === 0n)
      throw conflict('Too late to pause it: all of its letters are on their way.')
    await outbox.enqueue(trx, {})
  })
}
