import { db, transaction } from '#db/client.ts'
import { conflict, DomainError } from '#domain/errors.ts'
import { parseInput } from '#domain/input.ts'
import { newPassword } from '#domain/mail/letters/new-password.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { queue } from '#platform/jobs.ts'
import { limitLetter } from '#platform/limits.ts'
import { mail } from '#platform/mail.ts'
import { createLink, linkMinutes } from './links.server.ts'
import { addressInput, type AddressInput } from './members.input.ts'

/** Somebody forgot the password of this address, whether there is an account or not. */
export const forgotten = queue<{ email: string }>('forgotten-password', {
  retries: 5,
  firstPauseSeconds: 2,
  longestPauseSeconds: 60,
})

/** Whether the club can send a link to somebody who forgot the password; otherwise the desk makes one. */
export const canSendLinks = () => mail.carrier !== 'folder'

/**
 * Asks for a letter with a link that sets a new password. Whether there is an account is looked up later and
 * elsewhere, so that neither the answer nor its time tells. Throws `invalid`, `limited`, and `conflict` in a
 * club that sends no mail.
 */
export async function askForNewPassword(input: AddressInput, network: string): Promise<void> {
  const { email } = parseInput(addressInput, input)
  if (!canSendLinks()) throw conflict('This club sends no mail. Ask at the desk.')
  await limitLetter(email, network)
  await forgotten.enqueue(db, { email })
}

/** Writes the letter to whoever has an account with this address; nothing happens where nobody has. */
export async function writeNewPasswordLetter({ email }: { email: string }): Promise<void> {
  await transaction(async (trx) => {
    const user = await trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
    if (!user) return
    const { key, until } = await createLink(trx, 'new-password', { userId: user.id, email })
    await queueMail(trx, newPassword, {
      to: { userId: user.id },
      cause: `${user.id} ${until.toISOString()}`,
      facts: { key, until },
      minutes: linkMinutes,
    })
  })
}

/** A link that sets a new password, for the desk to hand on. Throws `not-found` for an unknown address. */
export async function makeNewPasswordLink(email: string): Promise<{ path: string; until: Date }> {
  return transaction(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .where('email', '=', email.trim().toLowerCase())
      .select(['id', 'email'])
      .executeTakeFirst()
    if (!user) throw new DomainError('not-found', `Nobody has an account with the address ${email}.`)
    const { key, until } = await createLink(trx, 'new-password', {
      userId: user.id,
      email: user.email,
      byHand: true,
    })
    return { path: `/newPassword?key=${key}`, until }
  })
}
