import { randomUUID } from 'node:crypto'
import { clubNow, readNow, transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { googleSwitched } from '#domain/members/letters/google-switched.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { cleanText } from '#domain/input.ts'
import { emailAddress } from '#domain/members/members.input.ts'
import { joinClub } from '#domain/members/membership.server.ts'
import { toGoogleAvatarUrl } from '#domain/pictures/picture-address.rules.ts'
import { bounds } from '#domain/bounds.ts'

/** What the club takes over from Google: a clean name within bounds, and Google's own avatar only. */
export function mapGoogleProfile(profile: Record<string, unknown>) {
  const email = typeof profile.email === 'string' ? profile.email : ''
  const given = typeof profile.name === 'string' ? cleanText(profile.name.replace(/\s+/g, ' ')) : ''
  const name = [...(given || email.split('@')[0] || 'Member')].slice(0, bounds.personName.most).join('')
  return {
    name,
    image: toGoogleAvatarUrl(profile.picture) ?? undefined,
    emailVerified: profile.email_verified === true,
  }
}

type IdentityCandidate = { user: { email?: string; emailVerified?: boolean }; source: { method: string } }

/** Lets a provider's identity in only with an address that the provider has verified. */
export function validateIdentity({ user, source }: IdentityCandidate): { error: string } | undefined {
  if (source.method !== 'oauth') return undefined
  if (!emailAddress.safeParse(user.email).success) return { error: 'email_not_found' }
  return user.emailVerified === true ? undefined : { error: 'email_not_verified' }
}

/** Drops Google's tokens before they are stored: the club asks Google for nothing after the sign-in. */
export async function dropProviderTokens(account: Record<string, unknown>) {
  return {
    data: {
      ...account,
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
    },
  }
}

/**
 * Google was connected to an account that has a password, or taken off again: told in the person's log and by mail.
 */
export async function recordGoogleChange(
  trx: Transaction,
  userId: string,
  isConnected: boolean,
): Promise<void> {
  const summary = `You ${isConnected ? 'connected' : 'disconnected'} Google`
  await recordAccountActivity(trx, userId, summary)
  const now = await readNow(trx)
  await queueMail(trx, googleSwitched, {
    to: { userId },
    cause: randomUUID(),
    facts: { isConnected, switchedAt: now },
  })
}

/** Writes into the person's activity log; an account that only programs used becomes a member by that. */
export async function recordAccountActivity(
  trx: Transaction,
  userId: string,
  summary: string,
): Promise<void> {
  await joinClub(trx, userId, null)
  await recordActivity(trx, { userId, kind: 'account', summary })
}

/** A new way in was stored: told when it is Google beside a password, and not when it is how somebody joined. */
export async function afterAccountLinked({ userId, providerId }: { userId: string; providerId: string }) {
  if (providerId !== 'google') return
  await transaction(async (trx) => {
    const password = await trx
      .selectFrom('accounts')
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .select('id')
      .executeTakeFirst()
    if (password) await recordGoogleChange(trx, userId, true)
  })
}

/** Writes a sign-in into the person's activity log, once they are a member; null when they are not yet. */
export async function recordSignIn(trx: Transaction, by: 'users.email' | 'users.id', value: string) {
  const member = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .where(by, '=', value)
    .select(['members.userId', 'members.role', clubNow.as('now')])
    .executeTakeFirst()
  if (!member) return null
  await recordActivity(trx, { userId: member.userId, kind: 'sign-in', summary: 'You signed in' })
  return member
}
