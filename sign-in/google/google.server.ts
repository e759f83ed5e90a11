import { conflict, DomainError } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { t } from '#messages/t.ts'
import { getAuthWithGoogle, originForHost, ownOrigins } from '#sign-in/better-auth/instance.server.ts'
import {
  pickCookies,
  toDomainErrorFor,
  type AuthRequest,
  type AuthCookies,
} from '#sign-in/better-auth/responses.server.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import { recordGoogleChange } from './identity.server.ts'

/** Address to redirect the browser to, with cookies. */
export type OAuthRedirect = AuthCookies & { address: string }

/**
 * Starts a sign-in with Google. Afterwards the person returns to `from` if it is a path of this site,
 * through the sign-in page with `joined` if an account was created. After a failure the sign-in page
 * receives `error` (see `googleErrorMessage`). Throws `unavailable`.
 */
export async function startGoogleSignIn(caller: AuthRequest, from: unknown): Promise<OAuthRedirect> {
  const path = safeReturnPath(from)
  const auth = await getAuthWithGoogle()
  const body = {
    provider: 'google',
    callbackURL: path,
    newUserCallbackURL: `/signIn?${new URLSearchParams({ joined: 'google', from: path })}`,
    errorCallbackURL: path === '/' ? '/signIn' : `/signIn?${new URLSearchParams({ from: path })}`,
  }
  return startOAuth(caller, () =>
    auth.api.signInSocial({ body, headers: caller.headers, returnHeaders: true }),
  )
}

/**
 * Starts connecting Google to the person's account; they return to their settings. Throws `conflict` if
 * Google is connected already or the address is unconfirmed (see `beforeHook`).
 */
export async function connectGoogle(caller: AuthRequest, actor: Actor): Promise<OAuthRedirect> {
  const person = requireOwnAccount(actor)
  if ((await listConnectedProviders(person)).google) throw conflict(t('refusal.googleIsAlreadyConnected'))
  const auth = await getAuthWithGoogle()
  const settings = '/dashboard/profileSettings/account'
  const body = { provider: 'google', callbackURL: settings, errorCallbackURL: settings }
  return startOAuth(caller, () =>
    auth.api.linkSocialAccount({ body, headers: caller.headers, returnHeaders: true }),
  )
}

type OAuthStart = { response: { url?: string | undefined }; headers: Headers | null }

async function startOAuth(caller: AuthRequest, start: () => Promise<OAuthStart>): Promise<OAuthRedirect> {
  try {
    const { response, headers } = await start()
    if (!response.url) throw new DomainError('unavailable', t('refusal.googleCantBeReachedRight'))
    return { address: withRequestHost(response.url, caller), headers: pickCookies(headers) }
  } catch (error) {
    throw await toDomainErrorFor(caller, error)
  }
}

// The demo club's identity provider is served on the club's origin. The redirect keeps the origin of the
// request, to which cookies and the content security policy are bound.
function withRequestHost(address: string, { headers }: AuthRequest): string {
  const url = new URL(address)
  if (!ownOrigins().includes(url.origin)) return address
  return originForHost(headers.get('host')) + url.pathname + url.search
}

/** Returns the ways in which the person can sign in. */
export async function listConnectedProviders(actor: Actor): Promise<{ password: boolean; google: boolean }> {
  const person = requireOwnAccount(actor)
  const accounts = await db
    .selectFrom('accounts')
    .select('providerId')
    .where('userId', '=', person.id)
    .execute()
  const has = (provider: string) => accounts.some(({ providerId }) => providerId === provider)
  return { password: has('credential'), google: has('google') }
}

/** Disconnects Google from the account. Throws `conflict` if there is no password. */
export async function disconnectGoogle(actor: Actor): Promise<void> {
  const person = requireOwnAccount(actor)
  await transaction(async (trx) => {
    // locked, so that two requests cannot each remove one of the two ways
    const accounts = await trx
      .selectFrom('accounts')
      .select(['id', 'providerId'])
      .where('userId', '=', person.id)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (!accounts.some(({ providerId }) => providerId === 'google')) return
    if (!accounts.some(({ providerId }) => providerId === 'credential'))
      throw conflict(t('refusal.googleIsYourOnly'))
    await trx
      .deleteFrom('accounts')
      .where('userId', '=', person.id)
      .where('providerId', '=', 'google')
      .execute()
    await recordGoogleChange(trx, person.id, false)
  })
}
