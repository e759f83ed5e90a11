import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { clubNow, db, type Transaction } from '#db/client.ts'
import { linkMinutes } from './one-time-links.rules.ts'

// Links in letters: each opens one thing, once, for a quarter of an hour, and is kept as a digest only. They are made
// in the transaction of their letter, which the sign-in library's own are not; and of its two kinds one works as
// often as it is opened.

export type LinkPurpose = 'new-password' | 'confirm-address' | 'change-address'

/**
 * For whom a link was made: it is nobody's once the account has another address. One that the desk hands on did not
 * go there, and proves nothing of it.
 */
export type LinkPayload = { userId: string; email: string; byHand?: boolean }

const linkIdentifier = (purpose: LinkPurpose, key: string) =>
  `${purpose}:${createHash('sha256').update(key).digest('base64url')}`

/** The key that stands in a link, and the moment until which it works. */
export async function createLink(
  trx: Transaction,
  purpose: LinkPurpose,
  { userId, email, byHand }: LinkPayload,
): Promise<{ key: string; until: Date }> {
  const key = randomBytes(24).toString('base64url')
  await trx.deleteFrom('verifications').where('expiresAt', '<', clubNow).execute()
  const { expiresAt } = await trx
    .insertInto('verifications')
    .values({
      identifier: linkIdentifier(purpose, key),
      value: JSON.stringify({ userId, email, byHand }),
      expiresAt: sql<Date>`club_now() + make_interval(mins => ${linkMinutes})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { key, until: expiresAt }
}

/** Whom a link is for, without using it up; null when it was used, is over, or never was. */
export async function findLink(purpose: LinkPurpose, key: string): Promise<LinkPayload | null> {
  const found = await db
    .selectFrom('verifications')
    .where('identifier', '=', linkIdentifier(purpose, key))
    .where('expiresAt', '>', clubNow)
    .select('value')
    .executeTakeFirst()
  return found ? (JSON.parse(found.value) as LinkPayload) : null
}

/** Uses a link up: of two at once, one gets its holder and the other null, as for a link that is none. */
export async function consumeLink(
  trx: Transaction,
  purpose: LinkPurpose,
  key: string,
): Promise<LinkPayload | null> {
  const taken = await trx
    .deleteFrom('verifications')
    .where('identifier', '=', linkIdentifier(purpose, key))
    .where('expiresAt', '>', clubNow)
    .returning('value')
    .executeTakeFirst()
  return taken ? (JSON.parse(taken.value) as LinkPayload) : null
}

/** Ends all links that were made for somebody, whatever they open. */
export async function revokeLinks(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('verifications').where('value', 'like', `{"userId":"${userId}",%`).execute()
}
