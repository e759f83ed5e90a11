import { randomUUID } from 'node:crypto'
import { clubNow, readNow, transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { bounds } from '#domain/bounds.ts'
import { cleanText } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { joinClub } from '#domain/members/join-club.server.ts'
import { googleSwitched } from '#domain/members/letters/google-switched.ts'
import { emailAddress } from '#domain/members/members.input.ts'
import { accessColumns } from '#domain/permissions.ts'
import { toGoogleAvatarUrl } from '#domain/pictures/picture-address.rules.ts'
import { message, type StoredMessage } from '#format/stored-message.ts'

/** Maps Google's profile to an account: a clean name within bounds, and Google's avatar only. */
export function mapGoogleProfile(profile: Record<string, unknown>) {
  const email = typeof profile.email === 'string' ? profile.email : ''
  const displayName = typeof profile.name === 'string' ? cleanText(profile.name.replace(/\s+/g, ' ')) : ''
  const name = [...(displayName || email.split('@')[0] || 'Member')].slice(0, bounds.personName.most).join('')
  return {
    name,
    image: toGoogleAvatarUrl(profile.picture) ?? undefined,
    emailVerified: profile.email_verified === true,
  }
}

type IdentityCandidate = { user: { email?: string; emailVerified?: boolean }; source: { method: string } }

/** Refuses an identity whose address the provider has not verified. */
export function validateIdentity({ user, source }: IdentityCandidate): { error: string } | undefined {
  if (source.method !== 'oauth') return undefined
  if (!emailAddress.safeParse(user.email).success) return { error: 'email_not_found' }
  return user.emailVerified === true ? undefined : { error: 'email_not_verified' }
}

/** Drops Google's tokens before they are stored; the club does not use them after the sign-in. */
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
 * Records in the activity log and by mail that Google was connected to an account with a password, or
 * disconnected.
 */
export async function recordGoogleChange(
  trx: Transaction,
  userId: string,
  isConnected: boolean,
): Promise<void> {
  const summary = message('activity.google', { isConnected: isConnected ? 'yes' : 'no' })
  await recordAccountActivity(trx, userId, summary)
  const now = await readNow(trx)
  await queueMail(trx, googleSwitched, {
    to: { userId },
    cause: randomUUID(),
    facts: { isConnected, switchedAt: now },
  })
}

/** Writes to the activity log and creates the member record if it is missing. */
export async function recordAccountActivity(
  trx: Transaction,
  userId: string,
  summary: StoredMessage,
): Promise<void> {
  await joinClub(trx, userId, null)
  await recordActivity(trx, { userId, kind: 'account', summary })
}

/** Records a newly linked Google account, unless it is how the person joined. */
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

/** Records a sign-in in the activity log. Returns null if there is no member record yet. */
export async function recordSignIn(trx: Transaction, by: 'users.email' | 'users.id', value: string) {
  const member = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .where(by, '=', value)
    .select(['members.userId', ...accessColumns, clubNow.as('now')])
    .executeTakeFirst()
  if (!member) return null
  await recordActivity(trx, {
    userId: member.userId,
    kind: 'sign-in',
    summary: message('activity.youSignedIn'),
  })
  return member
}
