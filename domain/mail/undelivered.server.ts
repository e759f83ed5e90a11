import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { formatReason } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { mail, type Mail } from '#platform/mail.ts'
import { outbox } from './outbox.server.ts'
import { recipientName, isUnsubscribed } from './recipient.ts'

export type UndeliveredLetter = {
  id: string
  name: string
  email: string
  subject: string
  /** Error of the last attempt. */
  failure: string
  failedAt: Date
}

/**
 * Lists letters that were given up, newest first, at most 100, and how the club sends mail. Admins only.
 */
export async function listUndeliveredLetters(
  actor: Actor,
): Promise<{ letters: UndeliveredLetter[]; waiting: number; carrier: Mail['carrier'] }> {
  requirePermission(actor, 'operations.read')
  const [letters, { waiting }] = await Promise.all([
    db
      .selectFrom('letters')
      .where('failedAt', 'is not', null)
      .where('email', 'is not', null)
      .select((eb) => eb.ref('email').$notNull().as('email'))
      .select(['id', recipientName.as('name'), 'subject', 'failure', 'failedAt'])
      .orderBy('failedAt', 'desc')
      .limit(100)
      .execute(),
    db
      .selectFrom('letters')
      .where('nextTryAt', 'is not', null)
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow(),
  ])
  const undelivered = letters.map(({ failure, failedAt, ...letter }) => ({
    ...letter,
    failure: formatReason(failure ?? ''),
    failedAt: failedAt as Date,
  }))
  return { letters: undelivered, waiting, carrier: mail.carrier }
}

/**
 * Queues a failed letter again, with all attempts. Admins only; audited. Throws `not-found`, and `conflict`
 * if it has not failed, has expired or is no longer wanted.
 */
export async function resendLetter(actor: Actor, id: string): Promise<{ name: string }> {
  const admin = requirePermission(actor, 'letters.resend')
  const letterId = requireId(id, t('refusal.thisLetter'))
  return transaction(async (trx) => {
    const letter = await trx
      .selectFrom('letters')
      .where('id', '=', letterId)
      .where('email', 'is not', null)
      .select([recipientName.as('name'), 'subject', 'failedAt', isUnsubscribed.as('isUnwanted')])
      .select((eb) => eb('usefulUntil', '<', clubNow).as('isOver'))
      .forUpdate()
      .executeTakeFirst()
    if (!letter) throw notFound(t('refusal.thisLetter'))
    if (letter.failedAt === null) throw conflict(t('refusal.thisEmailIsAlready'))
    if (letter.isOver) throw conflict(t('refusal.theLinkInThis'))
    if (letter.isUnwanted) throw conflict(t('refusal.noLongerWantsThese', { name: letter.name }))
    await trx
      .updateTable('letters')
      .set({ tries: 0, nextTryAt: clubNow, failedAt: null, failure: null, addressRefused: false })
      .where('id', '=', letterId)
      .execute()
    await outbox.enqueue(trx, {})
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'send letter again',
      subjectKind: 'letter',
      subjectId: letterId,
      after: { subject: letter.subject },
    })
    return { name: letter.name }
  })
}
