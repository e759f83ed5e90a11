import { db, transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { cleanText } from '#domain/input.ts'
import { emailAddress } from '#domain/members/members.input.ts'
import { googleAvatar } from '#domain/pictures/picture-address.rules.ts'
import { bounds } from '#words/bounds.ts'

/** What the club takes over from Google: a clean name within bounds, and Google's own avatar only. */
export function googleProfile(profile: Record<string, unknown>) {
  const email = typeof profile.email === 'string' ? profile.email : ''
  const given = typeof profile.name === 'string' ? cleanText(profile.name.replace(/\s+/g, ' ')) : ''
  const name = [...(given || email.split('@')[0] || 'Member')].slice(0, bounds.personName.most).join('')
  return {
    name,
    image: googleAvatar(profile.picture) ?? undefined,
    emailVerified: profile.email_verified === true,
  }
}

type Candidate = { user: { email?: string; emailVerified?: boolean }; source: { method: string } }

/** Lets a provider's identity in only with an address that the provider has verified. */
export function admitIdentity({ user, source }: Candidate): { error: string } | undefined {
  if (source.method !== 'oauth') return undefined
  if (!emailAddress.safeParse(user.email).success) return { error: 'email_not_found' }
  return user.emailVerified === true ? undefined : { error: 'email_not_verified' }
}

/** Drops Google's tokens before they are stored: the club asks Google for nothing after the sign-in. */
export async function keepNoTokens(account: Record<string, unknown>) {
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

/** Writes a sign-in into the person's activity log, once they are a member. */
export async function noteSignIn(session: { userId: string }): Promise<void> {
  const member = await db
    .selectFrom('members')
    .select('userId')
    .where('userId', '=', session.userId)
    .executeTakeFirst()
  if (!member) return
  await transaction((trx) =>
    recordActivity(trx, { userId: session.userId, kind: 'sign-in', summary: 'You signed in' }),
  )
}
