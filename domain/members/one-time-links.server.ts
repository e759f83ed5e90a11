import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { clubNow, db, type Transaction } from '#db/client.ts'
import { linkMinutes } from './one-time-links.rules.ts'

// One-time links for letters: each has one purpose, works once within its time, and is stored as a digest.
// Unlike the sign-in library's links, they are created in the transaction of their letter and cannot be
// reused.

export type LinkPurpose = 'new-password' | 'confirm-address' | 'change-address' | 'claim-account'

/**
 * The account and address of a link. The link is void once the account has another address. A link handed
 * over at the desk (`byHand`) does not confirm the address.
 */
export type LinkPayload = { userId: string; email: string; byHand?: boolean }

const linkIdentifier = (purpose: LinkPurpose, key: string) =>
  `${purpose}:${createHash('sha256').update(key).digest('base64url')}`

/** Returns the key of a new link and the time at which it expires, by default 15 minutes later. */
export async function createLink(
  trx: Transaction,
  purpose: LinkPurpose,
  { userId, email, byHand }: LinkPayload,
  minutes = linkMinutes,
): Promise<{ key: string; until: Date }> {
  const key = randomBytes(24).toString('base64url')
  await trx.deleteFrom('verifications').where('expiresAt', '<', clubNow).execute()
  const { expiresAt } = await trx
    .insertInto('verifications')
    .values({
      identifier: linkIdentifier(purpose, key),
      value: JSON.stringify({ userId, email, byHand }),
      expiresAt: sql<Date>`club_now() + make_interval(mins => ${minutes})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { key, until: expiresAt }
}

/** Returns the payload of a link without using it; null if it is used, expired or unknown. */
export async function findLink(purpose: LinkPurpose, key: string): Promise<LinkPayload | null> {
  const found = await db
    .selectFrom('verifications')
    .where('identifier', '=', linkIdentifier(purpose, key))
    .where('expiresAt', '>', clubNow)
    .select('value')
    .executeTakeFirst()
  return found ? (JSON.parse(found.value) as LinkPayload) : null
}

/**
 * Uses a link once and returns its payload; null if it is used, expired or unknown. Safe under concurrency.
 */
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

/** Revokes every link of a user, for any purpose. */
export async function revokeLinks(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('verifications').where('value', 'like', `{"userId":"${userId}",%`).execute()
}
