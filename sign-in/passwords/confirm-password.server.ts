import { sql } from 'kysely'
import { conflict, DomainError } from '#core/errors.ts'
import { clubNow, db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { t } from '#messages/t.ts'
import { authOptions } from '#sign-in/better-auth/instance.server.ts'
import type { AuthRequest } from '#sign-in/better-auth/responses.server.ts'
import { countGuess } from './guess-limits.server.ts'
import { passwordMatches } from './hashing.server.ts'

/** Whether the account has a password; accounts that only use Google have none. */
export const hasPassword = async (userId: string): Promise<boolean> =>
  (await findPasswordHash(userId)) !== null

/**
 * Verifies the person's current password, for actions that need more than a session. Throws `invalid`,
 * `limited`, and `conflict` for an account without a password.
 */
export async function confirmPassword(caller: AuthRequest, person: Person, password: string): Promise<void> {
  // counts as a sign-in attempt
  await countGuess(caller, person.email)
  const hash = await findPasswordHash(person.id)
  if (hash === null) throw new DomainError('conflict', t('refusal.yourAccountHasNo'))
  if (await passwordMatches({ hash, password }, authOptions().passwordCost)) return
  const message = t('refusal.notCurrentPassword')
  throw new DomainError('invalid', message, { errors: { currentPassword: [message] } })
}

const freshMinutes = 15

/** Requires a sign-in within the last 15 minutes, for accounts without a password. Throws `conflict`. */
export async function requireFreshSession({ sessionId }: Person): Promise<void> {
  const found = await db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('createdAt', '>', sql<Date>`${clubNow} - make_interval(mins => ${freshMinutes})`)
    .select('id')
    .executeTakeFirst()
  if (!found) throw conflict(t('refusal.pleaseSignOutAnd'))
}

async function findPasswordHash(userId: string): Promise<string | null> {
  const account = await db
    .selectFrom('accounts')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .select('password')
    .executeTakeFirst()
  return account?.password ?? null
}
