import { DomainError } from '#core/errors.ts'
import { clubNow, readNow, transaction, type Transaction } from '#db/client.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { markEmailVerified } from '#domain/members/email-address.server.ts'
import { passwordChanged } from '#domain/members/letters/password-changed.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import {
  revokeLinks,
  findLink,
  consumeLink,
  type LinkPayload,
} from '#domain/members/one-time-links.server.ts'
import { message, type StoredMessage } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { resetGuessCounter } from '#platform/rate-limits/rate-limits.ts'
import { authOptions } from '#sign-in/better-auth/instance.server.ts'
import { recordAccountActivity } from '#sign-in/google/identity.server.ts'
import { newPasswordInput, type NewPasswordInput } from '#sign-in/sign-in.input.ts'
import { hashPassword } from './hashing.server.ts'

const linkExpired = () => new DomainError('invalid', t('refusal.thisLinkWasAlreadyUsed', { linkMinutes }))

/**
 * Sets a new password with a link from a letter, which also confirms the address, or from the desk. Ends
 * all sessions and other links of the account. On an unconfirmed account, a link from a letter also removes
 * the second factor. Throws `invalid` for a password against the rules, which leaves the link usable, and
 * for an expired link.
 */
export async function resetPassword(key: string, input: NewPasswordInput): Promise<void> {
  const { newPassword } = parseInput(newPasswordInput, input)
  // an invalid link is refused before the password is hashed
  if ((await findLink('new-password', key)) === null) throw linkExpired()
  const password = await hashPassword(newPassword, authOptions().passwordCost)
  const email = await transaction(async (trx) => {
    const holder = await consumeLink(trx, 'new-password', key)
    if (holder === null) throw linkExpired()
    if (!holder.byHand) await removeUnverifiedSecondFactor(trx, holder)
    if ((await markEmailVerified(trx, holder)) === null) throw linkExpired()
    await replacePassword(trx, holder.userId, password)
    await afterPasswordChange(trx, holder.userId, message('activity.youChoseNewPassword'))
    return holder.email
  })
  await resetGuessCounter(email)
}

/** Removes the second factor of an unconfirmed account, which would lock out the owner of the address. */
async function removeUnverifiedSecondFactor(trx: Transaction, { userId }: LinkPayload): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ twoFactorEnabled: false })
    .where('id', '=', userId)
    .where('emailVerified', '=', false)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await trx.deleteFrom('twoFactors').where('userId', '=', userId).execute()
}

async function replacePassword(trx: Transaction, userId: string, password: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ password, updatedAt: clubNow })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('accounts')
      .values({ userId, accountId: userId, providerId: 'credential', password, updatedAt: clubNow })
      .execute()
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
}

/**
 * Records a change of password in the activity log and by mail, and revokes earlier links, which the holder
 * of the former password may have requested.
 */
export async function afterPasswordChange(
  trx: Transaction,
  userId: string,
  summary: StoredMessage,
): Promise<void> {
  await revokeLinks(trx, userId)
  // also ends pending challenges; the sign-in library stores the user's id as their value
  await trx.deleteFrom('verifications').where('value', '=', userId).execute()
  await recordAccountActivity(trx, userId, summary)
  const changedAt = await readNow(trx)
  await queueMail(trx, passwordChanged, {
    to: { userId },
    cause: `${userId} ${changedAt.toISOString()}`,
    facts: { changedAt },
  })
}
