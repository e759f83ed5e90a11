import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { ensureMember } from '#domain/members/join-club.server.ts'
import { t } from '#messages/t.ts'
import { changeRole } from './roles.server.ts'

// No account can promote itself: the first admin proves with a one-time link that they operate the machine.

const digestOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Returns whether the club has an admin. */
export async function hasAdmin(trx: Transaction | typeof db = db): Promise<boolean> {
  const admin = await trx
    .selectFrom('members')
    .select('userId')
    .where('role', '=', 'admin')
    .executeTakeFirst()
  return admin !== undefined
}

/** Returns whether an earlier link still works. */
export async function isFirstAdminInvited(): Promise<boolean> {
  const open = await db
    .selectFrom('club')
    .where('firstAdminUntil', '>', clubNow)
    .select('onlyRow')
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Returns a one-time path for the club's first admin, valid for 24 hours; it replaces any earlier one. For the operator.
 * Throws `conflict` when there is an admin.
 */
export async function inviteFirstAdmin(): Promise<string> {
  if (await hasAdmin()) throw conflict(t('refusal.theClubAlreadyHas'))
  const code = randomBytes(24).toString('base64url')
  await db
    .updateTable('club')
    .set({ firstAdminDigest: digestOf(code), firstAdminUntil: sql<Date>`club_now() + interval '24 hours'` })
    .execute()
  return `/firstAdmin/${code}`
}

/** Throws `not-found` unless the code is valid. */
export async function requireInvitation(code: string, trx: Transaction | typeof db = db): Promise<void> {
  const open = await trx
    .selectFrom('club')
    .select('onlyRow')
    .where('firstAdminDigest', '=', digestOf(code))
    .where('firstAdminUntil', '>', clubNow)
    .executeTakeFirst()
  if (!open || (await hasAdmin(trx))) throw notFound(t('refusal.thisLink'))
}

/** Makes the actor the club's first admin and invalidates the link. Throws `unauthenticated` and `not-found`. */
export async function becomeFirstAdmin(actor: Actor, code: string): Promise<void> {
  const { id } = requireOwnAccount(actor)
  await ensureMember(id)
  await transaction(async (trx) => {
    // serialises: of two people who open the link at once, one becomes admin
    await sql`select from club for update`.execute(trx)
    await lockSchedule(trx)
    await requireInvitation(code, trx)
    await changeRole(trx, id, 'admin')
    await trx.updateTable('club').set({ firstAdminDigest: null, firstAdminUntil: null }).execute()
  })
}
