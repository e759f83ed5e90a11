import { clubNow, readNow, transaction, type Transaction } from '#db/client.ts'
import { DomainError } from '#core/errors.ts'
import { parseInput } from '#domain/input.ts'
import { passwordChanged } from '#domain/members/letters/password-changed.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { markEmailVerified } from '#domain/members/email-address.server.ts'
import {
  revokeLinks,
  findLink,
  consumeLink,
  type LinkPayload,
} from '#domain/members/one-time-links.server.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { resetGuessCounter } from '#platform/rate-limits/rate-limits.ts'
import { authOptions } from '#sign-in/better-auth/instance.server.ts'
import { recordAccountActivity } from '#sign-in/google/identity.server.ts'
import { hashPassword } from './hashing.server.ts'
import { newPasswordInput, type NewPasswordInput } from '#sign-in/sign-in.input.ts'

const linkExpired = () =>
  new DomainError(
    'invalid',
    `This link was used before, or its ${linkMinutes} minutes are over. Ask for a new one.`,
  )

/**
 * Sets a new password for whoever holds the link that was sent to the account's address, which is proved by that, or
 * that the desk handed on. All sessions of the account end, and its other links; whoever held the account without
 * proving its address is out. Throws `invalid` for a password that breaks the rules (the link stays) and for a link that is over.
 */
export async function resetPassword(key: string, input: NewPasswordInput): Promise<void> {
  const { newPassword } = parseInput(newPasswordInput, input)
  // a guessed link costs no hash
  if ((await findLink('new-password', key)) === null) throw linkExpired()
  const password = await hashPassword(newPassword, authOptions().passwordCost)
  const email = await transaction(async (trx) => {
    const holder = await consumeLink(trx, 'new-password', key)
    if (holder === null) throw linkExpired()
    if (!holder.byHand) await removeUnverifiedSecondFactor(trx, holder)
    if ((await markEmailVerified(trx, holder)) === null) throw linkExpired()
    await replacePassword(trx, holder.userId, password)
    await afterPasswordChange(trx, holder.userId, 'You chose a new password')
    return holder.email
  })
  await resetGuessCounter(email)
}

/** Of an account whose address nobody had proved: it would keep the address's owner out. */
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
 * Writes a change of password into the person's log, tells them by mail, and ends the links made before: whoever
 * knew the former password may have asked for one, to give the account an address of their own.
 */
export async function afterPasswordChange(trx: Transaction, userId: string, summary: string): Promise<void> {
  await revokeLinks(trx, userId)
  // and sign-ins with the former password that only wait for a code: of these the sign-in library keeps whose they are
  await trx.deleteFrom('verifications').where('value', '=', userId).execute()
  await recordAccountActivity(trx, userId, summary)
  const changedAt = await readNow(trx)
  await queueMail(trx, passwordChanged, {
    to: { userId },
    cause: `${userId} ${changedAt.toISOString()}`,
    facts: { changedAt },
  })
}
