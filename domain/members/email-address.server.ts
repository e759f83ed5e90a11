import { conflict, DomainError } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { letterLanguage, queueMail } from '#domain/mail/outbox.server.ts'
import { emailChanged } from '#domain/members/letters/address-changed.ts'
import { confirmEmailChange } from '#domain/members/letters/change-address.ts'
import { confirmEmail as letter } from '#domain/members/letters/confirm-address.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import { limitLetter } from '#platform/rate-limits/rate-limits.ts'
import { linkMinutes } from './one-time-links.rules.ts'
import { createLink, revokeLinks, consumeLink, type LinkPayload } from './one-time-links.server.ts'

/**
 * Returns the person's unconfirmed email address; null if it is confirmed, or if the club sends no mail.
 */
export async function findUnverifiedEmail(actor: Actor): Promise<string | null> {
  if (actor.kind === 'visitor') return null
  const user = await db
    .selectFrom('users')
    .where('id', '=', actor.id)
    .select(['email', 'emailVerified'])
    .executeTakeFirstOrThrow()
  return isUnverified(user) ? user.email : null
}

/** Whether the address must still be confirmed; never in a club that sends no mail. */
export const isUnverified = ({ emailVerified }: { emailVerified: boolean }): boolean =>
  !emailVerified && sendsMail()

/** Sends a letter with a link that confirms the address of the sign-in, if there is one. */
export async function sendVerificationLetter(trx: Transaction, userId: string): Promise<void> {
  const { email, emailVerified } = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'emailVerified'])
    .executeTakeFirstOrThrow()
  if (emailVerified || email === null) return
  const { key, until } = await createLink(trx, 'confirm-address', { userId, email })
  await queueMail(trx, letter, {
    to: { userId },
    cause: `${userId} ${until.toISOString()}`,
    facts: { email, key, until },
    minutes: linkMinutes,
  })
}

/**
 * Sends the signed-in person a new confirmation link. Throws `conflict` if the address is confirmed, and
 * `limited`.
 */
export async function requestVerificationLetter(actor: Actor, network: string): Promise<void> {
  const person = requirePerson(actor)
  if ((await findUnverifiedEmail(actor)) === null) throw conflict(t('refusal.yourAddressIsAlready'))
  await limitLetter(person.email, network)
  await transaction((trx) => sendVerificationLetter(trx, person.id))
}

/**
 * Confirms the address that the link was sent to, and completes a change of address. No session is needed.
 * Throws `invalid` if the link is used, expired or for an address that the account no longer has, and
 * `conflict` if another account has the address.
 */
export async function confirmEmailByLink(key: string): Promise<void> {
  await transaction(async (trx) => {
    const change = await consumeLink(trx, 'change-address', key)
    if (change) return applyEmailChange(trx, change)
    const holder = await consumeLink(trx, 'confirm-address', key)
    const proved = holder && (await markEmailVerified(trx, holder))
    if (!proved) throw new DomainError('invalid', t('refusal.thisLinkWasAlready', { linkMinutes }))
    await recordActivity(trx, {
      userId: proved,
      kind: 'account',
      summary: message('activity.youConfirmedEmail'),
    })
  })
}

/**
 * Marks the account's address as confirmed if the link was sent to it. Returns the user's id, or null if
 * the account has another address.
 */
export async function markEmailVerified(
  trx: Transaction,
  { userId, email, byHand = false }: LinkPayload,
): Promise<string | null> {
  const proved = await trx
    .updateTable('users')
    .set((eb) => ({ emailVerified: byHand ? eb.ref('emailVerified') : true }))
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return proved?.id ?? null
}

/** Sends a confirmation link to a new address of an account. Does nothing if an account already has it. */
export async function sendEmailChangeLetter(
  trx: Transaction,
  { id: userId, name }: Pick<Person, 'id' | 'name'>,
  email: string,
): Promise<void> {
  const taken = await trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  if (taken) return
  const { key, until } = await createLink(trx, 'change-address', { userId, email })
  await queueMail(trx, confirmEmailChange, {
    to: { name, email, language: await letterLanguage(trx, userId) },
    cause: `${userId} ${until.toISOString()}`,
    facts: { email, key, until },
    minutes: linkMinutes,
  })
}

/** Changes the address of the account and notifies both addresses. Revokes earlier links. */
async function applyEmailChange(trx: Transaction, { userId, email }: LinkPayload): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select((eb) => ['name', eb.ref('email').$notNull().as('email'), clubNow.as('now')])
    .forUpdate()
    .executeTakeFirstOrThrow()
  try {
    await trx.updateTable('users').set({ email, emailVerified: true }).where('id', '=', userId).execute()
  } catch (error) {
    if (violates(error, 'users_email_key')) throw conflict(t('refusal.anotherAccountNowHas'))
    throw error
  }
  await revokeLinks(trx, userId)
  await recordActivity(trx, { userId, kind: 'account', summary: message('activity.youChangedEmail') })
  const facts = { before: user.email, after: email }
  const language = await letterLanguage(trx, userId)
  for (const [which, each] of Object.entries(facts))
    await queueMail(trx, emailChanged, {
      to: { name: user.name, email: each, language },
      cause: `${userId} ${user.now.toISOString()} ${which}`,
      facts,
    })
}
