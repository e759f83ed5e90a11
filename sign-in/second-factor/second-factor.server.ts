import { randomUUID } from 'node:crypto'
import { conflict, notFound } from '#core/errors.ts'
import { db, readNow, transaction, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, type Actor, type Person } from '#domain/actor.ts'
import { clubFacts, isDemoClub } from '#domain/club/club.server.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { findUnverifiedEmail } from '#domain/members/email-address.server.ts'
import { secondFactorSwitched } from '#domain/members/letters/second-factor-switched.ts'
import { can } from '#domain/permissions.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { getAuth } from '#sign-in/better-auth/instance.server.ts'
import {
  toDomainErrorFor,
  type AuthRequest,
  type AuthCookies,
} from '#sign-in/better-auth/responses.server.ts'
import {
  confirmPassword,
  hasPassword,
  requireFreshSession,
} from '#sign-in/passwords/confirm-password.server.ts'
import {
  appCodeInput,
  codeInput,
  currentPasswordInput,
  type CodeInput,
  type CurrentPasswordInput,
} from '#sign-in/sign-in.input.ts'
import { countCodeGuess, readRecoveryCodes, storedSpelling, verifyCode } from './codes.server.ts'

/** Empty for accounts that only use Google. */
type PasswordInput = Partial<CurrentPasswordInput>
type PasswordAndCodeInput = PasswordInput & CodeInput

export type SecondFactor = {
  isOn: boolean
  recoveryCodesLeft: number
  /** False for accounts that only use Google. */
  hasPassword: boolean
}

/** Whether the person's second factor is on. */
export const hasSecondFactor = (actor: Actor): Promise<boolean> =>
  isSecondFactorOn(requireOwnAccount(actor).id)

/** Returns the state of the person's second factor. */
export async function readSecondFactor(actor: Actor): Promise<SecondFactor> {
  const { id } = requireOwnAccount(actor)
  const isOn = await isSecondFactorOn(id)
  return {
    isOn,
    recoveryCodesLeft: isOn ? (await readRecoveryCodes(id)).length : 0,
    hasPassword: await hasPassword(id),
  }
}

/** Whether to recommend a second factor: to admins and trainers of a real club. */
export async function shouldHaveSecondFactor(actor: Actor): Promise<boolean> {
  if (actor.kind === 'visitor' || isDemoClub()) return false
  return can(actor, 'account.protected') && !(await isSecondFactorOn(actor.id))
}

/**
 * Creates a secret for an authenticator app and returns its otpauth URI. The second factor is off until
 * `enableSecondFactor`. Accounts that only use Google must have signed in within 15 minutes. Throws
 * `invalid` for a wrong password, `conflict` if it is on or the email address is not confirmed, and `limited`.
 */
export async function startSecondFactorSetup(
  caller: AuthRequest,
  actor: Actor,
  input: PasswordInput,
): Promise<string> {
  const person = requireOwnAccount(actor)
  const password = await verifyPasswordIfSet(caller, person, input)
  if (password.password === undefined) await requireFreshSession(person)
  if (await isSecondFactorOn(person.id)) throw alreadyEnabled()
  await requireConfirmedEmail(person)
  const { name } = await clubFacts()
  const made = await callLibrary(caller, () =>
    getAuth().api.enableTwoFactor({
      body: { ...password, method: 'totp', issuer: name },
      headers: caller.headers,
    }),
  )
  if (!('totpURI' in made)) throw new Error('The library made no secret.')
  // authenticator apps show a plus literally
  return made.totpURI.replaceAll('+', '%20')
}

/**
 * Switches the second factor on, after a first code proves that the app has the secret. Returns the
 * recovery codes, which are shown only once. Throws `invalid` for a wrong code, `conflict`, and `limited`.
 */
export async function enableSecondFactor(
  caller: AuthRequest,
  actor: Actor,
  input: CodeInput,
): Promise<AuthCookies & { recoveryCodes: string[] }> {
  const { id, email } = requireOwnAccount(actor)
  const { code } = parseInput(appCodeInput, input)
  if (await isSecondFactorOn(id)) throw alreadyEnabled()
  await countCodeGuess(caller, email, code)
  const headers = await verifyCode(caller.headers, code)
  await transaction((trx) => recordSecondFactorChange(trx, { userId: id, actorId: id, isOn: true }))
  return { headers, recoveryCodes: await readRecoveryCodes(id) }
}

/** Replaces the recovery codes. Throws `invalid` for a wrong password or code, and `limited`. */
export async function renewRecoveryCodes(
  caller: AuthRequest,
  actor: Actor,
  input: PasswordAndCodeInput,
): Promise<string[]> {
  const person = requireOwnAccount(actor)
  const password = await verifyPasswordAndCode(caller, person, input)
  const { backupCodes } = await callLibrary(caller, () =>
    getAuth().api.generateBackupCodes({ body: password, headers: caller.headers }),
  )
  await transaction((trx) =>
    recordActivity(trx, {
      userId: person.id,
      kind: 'account',
      summary: message('activity.newRecoveryCodes'),
    }),
  )
  return backupCodes
}

/** Switches the second factor off. Throws `invalid` for a wrong password or code, and `limited`. */
export async function disableSecondFactor(
  caller: AuthRequest,
  actor: Actor,
  input: PasswordAndCodeInput,
): Promise<void> {
  const person = requireOwnAccount(actor)
  await verifyPasswordAndCode(caller, person, input)
  await transaction((trx) => disable(trx, person.id, person.id))
}

/**
 * Removes the second factor of a person who lost app and recovery codes. Run by the operator. Throws
 * `not-found`.
 */
export async function removeSecondFactor(email: string): Promise<void> {
  await transaction(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .where('email', '=', email.trim().toLowerCase())
      .where('twoFactorEnabled', '=', true)
      .select('id')
      .executeTakeFirst()
    if (!user) throw notFound(t('refusal.anAccountWithTheEmail', { email }))
    await disable(trx, user.id, null)
  })
}

async function disable(trx: Transaction, userId: string, actorId: string | null): Promise<void> {
  await trx.updateTable('users').set({ twoFactorEnabled: false }).where('id', '=', userId).execute()
  await trx.deleteFrom('twoFactors').where('userId', '=', userId).execute()
  await recordSecondFactorChange(trx, { userId, actorId, isOn: false })
}

type SecondFactorChange = { userId: string; actorId: string | null; isOn: boolean }

async function recordSecondFactorChange(
  trx: Transaction,
  { userId, actorId, isOn }: SecondFactorChange,
): Promise<void> {
  const onOrOff = isOn ? 'on' : 'off'
  await recordActivity(trx, {
    userId,
    kind: 'account',
    summary: message('activity.secondFactor', {
      by: actorId === null ? 'operator' : 'you',
      state: onOrOff,
    }),
  })
  const action = `switch ${onOrOff} second factor`
  await recordAudit(trx, { actorId, action, subjectKind: 'member', subjectId: userId })
  const now = await readNow(trx)
  await queueMail(trx, secondFactorSwitched, {
    to: { userId },
    cause: randomUUID(),
    facts: { isOn, switchedAt: now },
  })
}

async function isSecondFactorOn(userId: string): Promise<boolean> {
  const { twoFactorEnabled } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('twoFactorEnabled')
    .executeTakeFirstOrThrow()
  return twoFactorEnabled
}

/** Verifies the owner by password, and by a code if the second factor is on. */
export async function verifyOwner(
  caller: AuthRequest,
  person: Person,
  input: PasswordAndCodeInput,
  asksForCode: boolean,
): Promise<void> {
  if (asksForCode) await verifyPasswordAndCode(caller, person, input)
  else await verifyPasswordIfSet(caller, person, input)
}

/** Verifies password and code, each counted as a guess. Returns the password, if the account has one. */
async function verifyPasswordAndCode(
  caller: AuthRequest,
  person: Person,
  input: PasswordAndCodeInput,
): Promise<{ password?: string }> {
  const { code } = parseInput(codeInput, input)
  const password = await verifyPasswordIfSet(caller, person, input)
  if (!(await isSecondFactorOn(person.id))) throw conflict(t('refusal.yourSecondFactorIs'))
  await countCodeGuess(caller, person.email, code)
  await verifyCode(caller.headers, await storedSpelling(person.id, code))
  return password
}

async function verifyPasswordIfSet(
  caller: AuthRequest,
  person: Person,
  input: PasswordInput,
): Promise<{ password?: string }> {
  if (!(await hasPassword(person.id))) return {}
  const { currentPassword } = parseInput(currentPasswordInput, input)
  await confirmPassword(caller, person, currentPassword)
  return { password: currentPassword }
}

async function callLibrary<Answer>(caller: AuthRequest, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw await toDomainErrorFor(caller, error)
  }
}

/** Otherwise the owner of the address could never enter an account that a stranger made with it. */
async function requireConfirmedEmail(person: Person): Promise<void> {
  if ((await findUnverifiedEmail(person)) !== null) throw conflict(t('refusal.confirmYourEmailAddress'))
}

const alreadyEnabled = () => conflict(t('refusal.yourSecondFactorIsAlready'))
