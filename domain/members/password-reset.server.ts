import { conflict, DomainError, notFound } from '#core/errors.ts'
import { db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { newPassword } from '#domain/members/letters/new-password.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { queue } from '#platform/jobs.ts'
import { sendsMail } from '#platform/mail.ts'
import { limitLetter } from '#platform/rate-limits/rate-limits.ts'
import { emailInput, type EmailInput } from './members.input.ts'
import { linkMinutes } from './one-time-links.rules.ts'
import { createLink } from './one-time-links.server.ts'

/** Requests to reset the password of an address, with or without an account. */
export const passwordResets = queue<{ email: string }>('forgotten-password', {
  retries: 5,
  firstPauseSeconds: 2,
  longestPauseSeconds: 60,
})

/**
 * Queues a letter with a link to reset the password. A background job looks up the account, so that neither
 * the response nor its timing reveals whether one exists. Throws `invalid`, `limited`, and `conflict` in a
 * club that sends no mail.
 */
export async function requestPasswordReset(input: EmailInput, network: string): Promise<void> {
  const { email } = parseInput(emailInput, input)
  if (!sendsMail()) throw conflict(t('refusal.thisClubSendsNoMail'))
  await limitLetter(email, network)
  await passwordResets.enqueue(db, { email })
}

/** Sends the letter if an account has this address. */
export async function sendPasswordResetLetter({ email }: { email: string }): Promise<void> {
  await transaction(async (trx) => {
    const user = await trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
    if (user) await sendResetLink(trx, { userId: user.id, email })
  })
}

async function sendResetLink(trx: Transaction, holder: { userId: string; email: string }): Promise<void> {
  const { key, until } = await createLink(trx, 'new-password', holder)
  await queueMail(trx, newPassword, {
    to: { userId: holder.userId },
    cause: `${holder.userId} ${until.toISOString()}`,
    facts: { key, until },
    minutes: linkMinutes,
  })
}

/**
 * Sends a member a link to reset the password, after a request at the desk. Admins only; audited. Throws
 * `not-found`, `limited`, and `conflict` in a club that sends no mail or for a deleted account.
 */
export async function sendPasswordResetLink(
  actor: Actor,
  id: string,
  network: string,
): Promise<{ email: string }> {
  const admin = requirePermission(actor, 'members.resetPassword')
  const userId = requireId(id, t('refusal.thisPerson'))
  if (!sendsMail()) throw conflict(t('refusal.thisClubSendsNo'))
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['name', 'email', 'erasedAt'])
    .executeTakeFirst()
  if (!user) throw notFound(t('refusal.thisPerson'))
  if (user.erasedAt !== null) throw conflict(t('refusal.thisAccountHasBeen'))
  const { email } = user
  if (email === null) throw conflict(t('refusal.hasNoSignInSo', { name: user.name }))
  // a limit of its own, so that requests by strangers do not block help at the desk
  await limitLetter(`at the desk ${email}`, network)
  await transaction(async (trx) => {
    await sendResetLink(trx, { userId, email })
    await recordActivity(trx, { userId, kind: 'account', summary: message('activity.weSentALink') })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'send link',
      subjectKind: 'member',
      subjectId: userId,
    })
  })
  return { email }
}

/**
 * Returns a link to reset the password, to be handed over at the desk. Throws `not-found` for an unknown
 * address.
 */
export async function createPasswordResetLink(email: string): Promise<{ path: string; until: Date }> {
  return transaction(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .where('email', '=', email.trim().toLowerCase())
      .select((eb) => ['id', eb.ref('email').$notNull().as('email')])
      .executeTakeFirst()
    if (!user) throw new DomainError('not-found', t('refusal.thereIsNoAccount', { email }))
    const { key, until } = await createLink(trx, 'new-password', {
      userId: user.id,
      email: user.email,
      byHand: true,
    })
    return { path: `/newPassword?key=${key}`, until }
  })
}
