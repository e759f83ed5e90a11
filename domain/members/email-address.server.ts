import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { conflict, DomainError } from '#core/errors.ts'
import { emailChanged } from '#domain/members/letters/address-changed.ts'
import { confirmEmailChange } from '#domain/members/letters/change-address.ts'
import { confirmEmail as letter } from '#domain/members/letters/confirm-address.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { sendsMail } from '#platform/mail.ts'
import { limitLetter } from '#platform/rate-limits/rate-limits.ts'
import { linkMinutes } from './one-time-links.rules.ts'
import { createLink, revokeLinks, consumeLink, type LinkPayload } from './one-time-links.server.ts'

/** The address that the one who asks has not proved yet; null when they have, or when no letter could reach it. */
export async function findUnverifiedEmail(actor: Actor): Promise<string | null> {
  if (actor.kind === 'visitor') return null
  const user = await db
    .selectFrom('users')
    .where('id', '=', actor.id)
    .select(['email', 'emailVerified'])
    .executeTakeFirstOrThrow()
  return isUnverified(user) ? user.email : null
}

/** Whether an address is still to be proved; in a club that sends no mail none is. */
export const isUnverified = ({ emailVerified }: { emailVerified: boolean }): boolean =>
  !emailVerified && sendsMail()

/** Asks somebody whether the address of their account is theirs, by a letter to it. */
export async function sendVerificationLetter(trx: Transaction, userId: string): Promise<void> {
  const { email, emailVerified } = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'emailVerified'])
    .executeTakeFirstOrThrow()
  if (emailVerified) return
  const { key, until } = await createLink(trx, 'confirm-address', { userId, email })
  await queueMail(trx, letter, {
    to: { userId },
    cause: `${userId} ${until.toISOString()}`,
    facts: { email, key, until },
    minutes: linkMinutes,
  })
}

/** `writeConfirmation` for the one who asks. Throws `conflict` when the address is proved, `limited`. */
export async function requestVerificationLetter(actor: Actor, network: string): Promise<void> {
  const person = requirePerson(actor)
  if ((await findUnverifiedEmail(actor)) === null) throw conflict('Your address is confirmed.')
  await limitLetter(person.email, network)
  await transaction((trx) => sendVerificationLetter(trx, person.id))
}

/**
 * Takes an address for proved because somebody holds the link that was sent there, whoever is signed in; an account
 * that was to have it has it from now on. Throws `invalid` for a link that was used, is over, or is of an address that
 * the account has no more, and `conflict` for an address that became somebody else's.
 */
export async function confirmEmailByLink(key: string): Promise<void> {
  await transaction(async (trx) => {
    const wanted = await consumeLink(trx, 'change-address', key)
    if (wanted) return applyEmailChange(trx, wanted)
    const holder = await consumeLink(trx, 'confirm-address', key)
    const proved = holder && (await markEmailVerified(trx, holder))
    if (!proved)
      throw new DomainError('invalid', `This link was used before, or its ${linkMinutes} minutes are over.`)
    await recordActivity(trx, {
      userId: proved,
      kind: 'account',
      summary: 'You confirmed your e-mail address',
    })
  })
}

/**
 * Enters that the address is this person's, if their link went there; answers their id, or null when the account has
 * another address.
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

/** Writes to an address that an account is to have; nothing is written when an account has it already. */
export async function sendEmailChangeLetter(
  trx: Transaction,
  { id: userId, name }: Pick<Person, 'id' | 'name'>,
  email: string,
): Promise<void> {
  const taken = await trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  if (taken) return
  const { key, until } = await createLink(trx, 'change-address', { userId, email })
  await queueMail(trx, confirmEmailChange, {
    to: { name, email },
    cause: `${userId} ${until.toISOString()}`,
    facts: { email, key, until },
    minutes: linkMinutes,
  })
}

/** Gives the account its new, proved address and tells both; links to the former one are over. */
async function applyEmailChange(trx: Transaction, { userId, email }: LinkPayload): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['name', 'email', clubNow.as('now')])
    .forUpdate()
    .executeTakeFirstOrThrow()
  try {
    await trx.updateTable('users').set({ email, emailVerified: true }).where('id', '=', userId).execute()
  } catch (error) {
    if (violates(error, 'users_email_key')) throw conflict('This address has another account by now.')
    throw error
  }
  await revokeLinks(trx, userId)
  await recordActivity(trx, { userId, kind: 'account', summary: 'Changed the e-mail address.' })
  const facts = { before: user.email, after: email }
  for (const [which, each] of Object.entries(facts))
    await queueMail(trx, emailChanged, {
      to: { name: user.name, email: each },
      cause: `${userId} ${user.now.toISOString()} ${which}`,
      facts,
    })
}
