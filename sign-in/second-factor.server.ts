import { randomUUID } from 'node:crypto'
import { db, readNow, transaction, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { clubFacts, isDemoClub } from '#domain/club/club.server.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { parseInput } from '#domain/input.ts'
import { secondFactorSwitched } from '#domain/mail/letters/second-factor-switched.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { translatedFor, type Caller, type SignedIn } from './answers.server.ts'
import { getAuth } from './auth.server.ts'
import { countCode, proveCode } from './codes.server.ts'
import { confirmPassword, hasPassword, requireFreshSession } from './own-password.server.ts'
import {
  appCodeInput,
  codeInput,
  currentPasswordInput,
  type CodeInput,
  type CurrentPasswordInput,
} from './sign-in.input.ts'

/** Who only comes by Google has no password to send. */
type PasswordInput = Partial<CurrentPasswordInput>
type BothInput = PasswordInput & CodeInput

export type SecondFactor = {
  isOn: boolean
  recoveryCodesLeft: number
  /** Who only comes by Google is not asked for a password. */
  hasPassword: boolean
}

/** Whether the one who asks has a second factor. */
export const hasSecondFactor = (actor: Actor): Promise<boolean> => isSwitchedOn(requirePerson(actor).id)

/** How the second factor of the one who asks stands. */
export async function readSecondFactor(actor: Actor): Promise<SecondFactor> {
  const { id } = requirePerson(actor)
  const isOn = await isSwitchedOn(id)
  return {
    isOn,
    recoveryCodesLeft: isOn ? (await readRecoveryCodes(id)).length : 0,
    hasPassword: await hasPassword(id),
  }
}

/** Whether a real club asks this admin or trainer for a second factor, which opens more than their own. */
export async function shouldHaveSecondFactor(actor: Actor): Promise<boolean> {
  if (actor.kind === 'visitor' || isDemoClub()) return false
  return ['admin', 'trainer'].includes(actor.role) && !(await isSwitchedOn(actor.id))
}

/**
 * Makes a secret for an authenticator app and answers its address, as such apps read it from a QR code. Nothing is
 * asked for before `switchOnSecondFactor`. Whoever only comes by Google has signed in within the last quarter of an hour.
 * Throws `invalid` for a wrong password, `conflict` when it is on, `limited`.
 */
export async function beginSecondFactor(caller: Caller, actor: Actor, input: PasswordInput): Promise<string> {
  const person = requirePerson(actor)
  const password = await readPassword(caller, person, input)
  if (password.password === undefined) await requireFreshSession(person)
  if (await isSwitchedOn(person.id)) throw alreadyOn()
  const { name } = await clubFacts()
  const made = await askLibrary(caller, () =>
    getAuth().api.enableTwoFactor({
      body: { ...password, method: 'totp', issuer: name },
      headers: caller.headers,
    }),
  )
  if (!('totpURI' in made)) throw new Error('The library made no secret.')
  // apps show a plus as it is
  return made.totpURI.replaceAll('+', '%20')
}

/**
 * Asks for a code at every sign-in from now on, once a first one proves that the app knows the secret. Answers the
 * recovery codes, which nobody sees again. Throws `invalid` for a wrong code, `conflict`, `limited`.
 */
export async function switchOnSecondFactor(
  caller: Caller,
  actor: Actor,
  input: CodeInput,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const { id, email } = requirePerson(actor)
  const { code } = parseInput(appCodeInput, input)
  if (await isSwitchedOn(id)) throw alreadyOn()
  await countCode(caller, email, code)
  const headers = await proveCode(caller.headers, code)
  await transaction((trx) => tellOfSwitch(trx, { userId: id, actorId: id, isOn: true }))
  return { headers, recoveryCodes: await readRecoveryCodes(id) }
}

/** Makes new recovery codes, and ends the former ones. Throws `invalid` for a wrong password or code, `limited`. */
export async function renewRecoveryCodes(caller: Caller, actor: Actor, input: BothInput): Promise<string[]> {
  const person = requirePerson(actor)
  const password = await proveBoth(caller, person, input)
  const { backupCodes } = await askLibrary(caller, () =>
    getAuth().api.generateBackupCodes({ body: password, headers: caller.headers }),
  )
  await transaction((trx) =>
    recordActivity(trx, { userId: person.id, kind: 'account', summary: 'You made new recovery codes' }),
  )
  return backupCodes
}

/** Asks for no code any more. Throws `invalid` for a wrong password or code, `limited`. */
export async function switchOffSecondFactor(caller: Caller, actor: Actor, input: BothInput): Promise<void> {
  const person = requirePerson(actor)
  await proveBoth(caller, person, input)
  await transaction((trx) => switchOff(trx, person.id, person.id))
}

/** `switchOffSecondFactor` for somebody who lost both app and recovery codes, by the operator. Throws `not-found`. */
export async function dropSecondFactor(email: string): Promise<void> {
  await transaction(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .where('email', '=', email.trim().toLowerCase())
      .where('twoFactorEnabled', '=', true)
      .select('id')
      .executeTakeFirst()
    if (!user) throw notFound(`An account with the e-mail ${email} and a second factor`)
    await switchOff(trx, user.id, null)
  })
}

async function switchOff(trx: Transaction, userId: string, actorId: string | null): Promise<void> {
  await trx.updateTable('users').set({ twoFactorEnabled: false }).where('id', '=', userId).execute()
  await trx.deleteFrom('twoFactors').where('userId', '=', userId).execute()
  await tellOfSwitch(trx, { userId, actorId, isOn: false })
}

type Switch = { userId: string; actorId: string | null; isOn: boolean }

async function tellOfSwitch(trx: Transaction, { userId, actorId, isOn }: Switch): Promise<void> {
  const words = isOn ? 'on' : 'off'
  const by = actorId === null ? 'The operator' : 'You'
  await recordActivity(trx, {
    userId,
    kind: 'account',
    summary: `${by} switched the second factor ${words}`,
  })
  const action = `switch ${words} second factor`
  await recordAudit(trx, { actorId, action, subjectKind: 'member', subjectId: userId })
  const now = await readNow(trx)
  await queueMail(trx, secondFactorSwitched, {
    to: { userId },
    cause: randomUUID(),
    facts: { isOn, switchedAt: now },
  })
}

async function isSwitchedOn(userId: string): Promise<boolean> {
  const { twoFactorEnabled } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('twoFactorEnabled')
    .executeTakeFirstOrThrow()
  return twoFactorEnabled
}

const readRecoveryCodes = async (userId: string): Promise<string[]> =>
  (await getAuth().api.viewBackupCodes({ body: { userId } })).backupCodes

/** Makes sure that it is the owner who asks: by their password, and by a code where one is asked for. */
export async function proveOwner(
  caller: Caller,
  person: Person,
  input: BothInput,
  asksForCode: boolean,
): Promise<void> {
  if (asksForCode) await proveBoth(caller, person, input)
  else await readPassword(caller, person, input)
}

/** Password and code, each counted as a guess; answers the password, if the account has one. */
async function proveBoth(caller: Caller, person: Person, input: BothInput): Promise<{ password?: string }> {
  const { code } = parseInput(codeInput, input)
  const password = await readPassword(caller, person, input)
  if (!(await isSwitchedOn(person.id))) throw conflict('Your second factor is off.')
  await countCode(caller, person.email, code)
  await proveCode(caller.headers, code)
  return password
}

async function readPassword(
  caller: Caller,
  person: Person,
  input: PasswordInput,
): Promise<{ password?: string }> {
  if (!(await hasPassword(person.id))) return {}
  const { currentPassword } = parseInput(currentPasswordInput, input)
  await confirmPassword(caller, person, currentPassword)
  return { password: currentPassword }
}

async function askLibrary<Answer>(caller: Caller, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw await translatedFor(caller, error)
  }
}

const alreadyOn = () => conflict('Your second factor is on already.')
