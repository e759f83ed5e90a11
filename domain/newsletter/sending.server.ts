import { conflict } from '#core/errors.ts'
import { clubNow, db, transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { setLettersPaused } from '#domain/mail/newsletter-pause.server.ts'
import { outbox, queueMail } from '#domain/mail/outbox.server.ts'
import { storeLetterRendition } from '#domain/pictures/letter-picture.server.ts'
import { t } from '#messages/t.ts'
import { queue } from '#platform/jobs.ts'
import { findPendingReaders } from './audience.server.ts'
import { letterFacts, getNewsletter, letterFor, readIssue } from './issues.server.ts'

/** Queue of newsletters whose letters must be written. An interrupted job continues where it stopped. */
export const newsletterJobs = queue<{ newsletterId: string }>('newsletter', {
  retries: 10,
  firstPauseSeconds: 2,
  longestPauseSeconds: 300,
})

/** in milliseconds; a job must end within a minute */
const maxRunMs = 30_000

/**
 * Sends a draft to its audience, in the background. Admins only; audited. Throws `not-found`, and
 * `conflict` if it was sent before. Safe under concurrency.
 */
export async function sendNewsletter(actor: Actor, id: string): Promise<void> {
  const admin = requirePermission(actor, 'newsletter.write')
  const { id: newsletterId, subject, picture } = await getNewsletter(actor, id)
  // a draft of an earlier release has none
  if (picture) await storeLetterRendition(picture)
  await transaction(async (trx) => {
    const begun = await trx
      .updateTable('newsletters')
      .set({ state: 'sending', begunAt: clubNow })
      .where('id', '=', newsletterId)
      .where('state', '=', 'draft')
      .returning('id')
      .executeTakeFirst()
    if (!begun) throw conflict(t('refusal.thisLetterHasAlready'))
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

/** Writes the letters of a newsletter into the outbox, one per reader. Idempotent. */
export async function queueNewsletterLetters({ newsletterId }: { newsletterId: string }): Promise<void> {
  const began = performance.now()
  while (await queueLetterBatch(newsletterId))
    if (performance.now() - began > maxRunMs) return newsletterJobs.enqueue(db, { newsletterId })
  await transaction((trx) => outbox.enqueue(trx, {}))
}

/** Queues letters for some readers who have none yet. Returns false when there are none left. */
async function queueLetterBatch(newsletterId: string): Promise<boolean> {
  return transaction(async (trx) => {
    // locked, so that pausing waits and then covers these letters too
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
 * Pauses delivery. Admins only; audited. Throws `not-found`, and `conflict` if it is not being sent or all
 * letters are delivered.
 */
export const pauseNewsletter = (actor: Actor, id: string) => switchState(actor, id, 'sending', 'paused')

/** Resumes delivery. Admins only; audited. Throws `not-found`, and `conflict` if it is not paused. */
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
      .set({ state: to, refusedInARow: 0, pauseReason: null })
      .where('id', '=', newsletterId)
      .where('state', '=', from)
      .returning('writtenAt')
      .executeTakeFirst()
    if (!turned) throw conflict(t('refusal.someoneElseWasFaster'))
    const waiting = await setLettersPaused(trx, newsletterId, to === 'paused')
    if (to === 'paused' && turned.writtenAt !== null && waiting === 0)
      throw conflict(t('refusal.tooLateToPause'))
    await outbox.enqueue(trx, {})
  })
}
