import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { conflict, notFound } from '#core/errors.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { ensureMember } from '#domain/members/membership.server.ts'
import { changeRole } from './roles.server.ts'

// Nobody becomes an admin by another person's click. The first one proves by a link that they run the machine.

const digestOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Whether the club has an admin, so that it needs no first one. */
export async function hasAdmin(trx: Transaction | typeof db = db): Promise<boolean> {
  const admin = await trx
    .selectFrom('members')
    .select('userId')
    .where('role', '=', 'admin')
    .executeTakeFirst()
  return admin !== undefined
}

/**
 * The path under which the club's first admin comes in: good for one use within 24 hours, and only while there is
 * no admin. An earlier one ends. For the operator; throws `conflict` when there is an admin.
 */
export async function inviteFirstAdmin(): Promise<string> {
  if (await hasAdmin()) throw conflict('The club has an admin. The task admin makes another one.')
  const code = randomBytes(24).toString('base64url')
  await db
    .updateTable('club')
    .set({ firstAdminDigest: digestOf(code), firstAdminUntil: sql<Date>`club_now() + interval '24 hours'` })
    .execute()
  return `/firstAdmin/${code}`
}

/** Throws `not-found` unless this code would make somebody the first admin now. */
export async function requireInvitation(code: string, trx: Transaction | typeof db = db): Promise<void> {
  const open = await trx
    .selectFrom('club')
    .select('onlyRow')
    .where('firstAdminDigest', '=', digestOf(code))
    .where('firstAdminUntil', '>', clubNow)
    .executeTakeFirst()
  if (!open || (await hasAdmin(trx))) throw notFound('This link')
}

/** Makes the person who asks the club's first admin; the link is used up. Throws `unauthenticated`, `not-found`. */
export async function becomeFirstAdmin(actor: Actor, code: string): Promise<void> {
  const { id } = requirePerson(actor)
  await ensureMember(id)
  await transaction(async (trx) => {
    // one after the other: of two who open the link at once, one becomes admin
    await sql`select from club for update`.execute(trx)
    await lockSchedule(trx)
    await requireInvitation(code, trx)
    await changeRole(trx, id, 'admin')
    await trx.updateTable('club').set({ firstAdminDigest: null, firstAdminUntil: null }).execute()
  })
}
