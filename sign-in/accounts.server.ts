import { isAPIError } from 'better-auth/api'
import { conflict, conflictAt, DomainError } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { joinClub } from '#domain/members/join-club.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { discardPicture, storePhoto } from '#domain/pictures/pictures.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { limitSignUp } from '#platform/rate-limits/rate-limits.ts'
import { authOptions, getAuth } from './better-auth/instance.server.ts'
import {
  pickCookies,
  toDomainError,
  toDomainErrorFor,
  type AuthRequest,
  type AuthCookies,
} from './better-auth/responses.server.ts'
import { countGuess, endPreviousSession, completeSignIn } from './passwords/guess-limits.server.ts'
import { withPreparedHash } from './passwords/hashing.server.ts'
import { afterPasswordChange } from './passwords/reset.server.ts'
import { isCodeRequired } from './second-factor/codes.server.ts'
import { endSession, clearSessionCookie, readSessionToken } from './sessions/sessions.server.ts'
import {
  changePasswordInput,
  signInInput,
  signUpInput,
  type ChangePasswordInput,
  type SignInInput,
  type SignUpInput,
} from './sign-in.input.ts'

const emailTaken = () => conflictAt('email', t('refusal.emailTaken'))

/**
 * Creates an account with a photo and the member record, and signs the person in. Throws `invalid` with all
 * messages at once, `conflict` if the address is taken, and `limited`. A failed sign-up leaves no photo.
 */
export async function signUp(
  caller: AuthRequest,
  input: SignUpInput,
): Promise<AuthCookies & { userId: string; madeMember: boolean }> {
  const { photo, ...account } = parseInput(signUpInput, input)
  await limitSignUp(caller.address)
  if (await hasAccount(account.email)) throw emailTaken()
  const bytes = photo instanceof Uint8Array ? photo : new Uint8Array(await photo.arrayBuffer())
  // without an owner until the account exists
  return registerAccount(caller, account, await storePhoto(null, bytes, caller.address))
}

/** `signUp` with a stored photo. */
export async function registerAccount(
  caller: AuthRequest,
  account: NewAccount,
  picture: Pick<Picture, 'id'>,
): Promise<AuthCookies & { userId: string; madeMember: boolean }> {
  try {
    const { userId, headers } = await createAccount(caller, account)
    return { headers, userId, madeMember: await joinWithPhoto(userId, picture.id) }
  } catch (error) {
    // if this fails too, the cleanup job deletes the unused picture
    await discardPicture(picture.id).catch(() => {})
    throw error
  }
}

async function hasAccount(email: string): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
  )
}

type NewAccount = { name: string; email: string; password: string }

async function createAccount(
  caller: AuthRequest,
  account: NewAccount,
): Promise<AuthCookies & { userId: string }> {
  try {
    const { response, headers } = await withPreparedHash(account.password, authOptions().passwordCost, () =>
      getAuth().api.signUpEmail({ body: account, headers: caller.headers, returnHeaders: true }),
    )
    const signedIn = await withSignInCookie(caller, account.email, headers)
    return { userId: response.user.id, ...signedIn }
  } catch (error) {
    // concurrent sign-ups: the unique constraint refuses the second one
    if (isAPIError(error) && (await hasAccount(account.email))) throw emailTaken()
    throw toDomainError(error)
  }
}

async function joinWithPhoto(userId: string, photoId: string): Promise<boolean> {
  return transaction(async (trx) => {
    await trx.updateTable('images').set({ ownerId: userId }).where('id', '=', photoId).execute()
    const { made } = await joinClub(trx, userId, photoId)
    return made
  })
}

/**
 * Signs a person in, or starts the challenge for a code (see `submitCode`). An unknown address and a wrong
 * password get the same `invalid`. Throws `limited` after too many attempts.
 */
export async function signIn(
  caller: AuthRequest,
  input: SignInInput,
): Promise<AuthCookies & { asksForCode: boolean }> {
  const { email, password } = parseInput(signInInput, input)
  await countGuess(caller, email)
  try {
    const { headers } = await getAuth().api.signInEmail({
      body: { email, password },
      headers: caller.headers,
      returnHeaders: true,
    })
    if (isCodeRequired(headers)) {
      // the browser has lost the cookie of its previous session
      await endPreviousSession(caller.headers)
      return { headers: pickCookies(headers), asksForCode: true }
    }
    return { ...(await withSignInCookie(caller, email, headers)), asksForCode: false }
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) throw wrongCredentials()
    throw toDomainError(error)
  }
}

function wrongCredentials(): DomainError {
  const refusal = t('refusal.wrongEmailOrPassword')
  return new DomainError('invalid', refusal, { errors: { '': [refusal] } })
}

/**
 * Changes the person's password and ends all sessions but a new one, whose cookie is returned. Throws
 * `invalid` for a wrong current password, `conflict` for an account without a password, and `limited`.
 */
export async function changePassword(
  caller: AuthRequest,
  actor: Actor,
  input: ChangePasswordInput,
): Promise<AuthCookies> {
  const person = requireOwnAccount(actor)
  const body = { ...parseInput(changePasswordInput, input), revokeOtherSessions: true }
  // counts as a sign-in attempt
  await countGuess(caller, person.email)
  try {
    const { headers } = await getAuth().api.changePassword({
      body,
      headers: caller.headers,
      returnHeaders: true,
    })
    await transaction((trx) => afterPasswordChange(trx, person.id, message('activity.youChangedPassword')))
    return { headers: pickCookies(headers) }
  } catch (error) {
    throw await toPasswordError(caller, error)
  }
}

async function toPasswordError(caller: AuthRequest, error: unknown): Promise<unknown> {
  if (!isAPIError(error) || error.statusCode === 401 || error.statusCode >= 500)
    return toDomainErrorFor(caller, error)
  if (error.body?.code === 'CREDENTIAL_ACCOUNT_NOT_FOUND') return conflict(t('refusal.noPassword'))
  const refusal = t('refusal.notCurrentPassword')
  return new DomainError('invalid', refusal, { errors: { currentPassword: [refusal] } })
}

/** Ends the session of this browser and its bearer tokens. Harmless without a session. */
export async function signOut(headers: Headers): Promise<AuthCookies> {
  const token = readSessionToken(headers)
  if (token !== null) await endSession(token)
  return { headers: new Headers({ 'Set-Cookie': clearSessionCookie() }) }
}

async function withSignInCookie(caller: AuthRequest, email: string, answered: Headers): Promise<AuthCookies> {
  const headers = pickCookies(answered)
  headers.append('Set-Cookie', await completeSignIn(caller, email))
  return { headers }
}
