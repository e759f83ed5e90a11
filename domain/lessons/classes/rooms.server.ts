import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { roomInput, type RoomInput } from './class-times.input.ts'

export type Room = { id: string; name: string; capacity: number; timesAWeek: number }

/** Returns the rooms by name. Throws `forbidden` without the permission `classTimes.manage`. */
export async function listRooms(actor: Actor): Promise<Room[]> {
  requirePermission(actor, 'classTimes.manage')
  return db
    .selectFrom('rooms')
    .where('removedAt', 'is', null)
    .select(['id', 'name', 'capacity'])
    .select((eb) =>
      eb
        .selectFrom('classTimes')
        .whereRef('classTimes.roomId', '=', 'rooms.id')
        .where(isCurrent)
        .select((count) => count.fn.countAll<number>().as('times'))
        .$asScalar()
        .$notNull()
        .as('timesAWeek'),
    )
    .orderBy('name')
    .limit(200)
    .execute()
}

/** SQL predicate: the class time has not ended. */
export const isCurrent = sql<boolean>`coalesce(upper(valid), 'infinity') > club_today()`

/** Adds a room. Throws `forbidden` without the permission `rooms.manage`, and `invalid`. */
export async function addRoom(actor: Actor, input: RoomInput): Promise<{ id: string }> {
  const admin = requirePermission(actor, 'rooms.manage')
  const room = parseInput(roomInput, input)
  return transaction(async (trx) => {
    const added = await trx
      .insertInto('rooms')
      .values(room)
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw violates(error, 'one_room_a_name') ? nameTaken() : error
      })
    const subject = { subjectKind: 'room', subjectId: added.id }
    await recordAudit(trx, { actorId: admin.id, action: 'add room', ...subject, after: room })
    return added
  })
}

/**
 * Changes name and places of a room. Throws `forbidden`, `not-found`, `invalid`, and `conflict` when a class in it has
 * more places.
 */
export async function changeRoom(actor: Actor, roomId: string, input: RoomInput): Promise<void> {
  const admin = requirePermission(actor, 'rooms.manage')
  const id = requireId(roomId, t('refusal.thisRoom'))
  const room = parseInput(roomInput, input)
  await transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('rooms')
      .set(room)
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (violates(error, 'one_room_a_name')) throw nameTaken()
        throw violates(error, 'room_has_places') ? tooSmall() : error
      })
    if (numUpdatedRows === 0n) throw notFound(t('refusal.thisRoom'))
    const subject = { subjectKind: 'room', subjectId: id }
    await recordAudit(trx, { actorId: admin.id, action: 'change room', ...subject, after: room })
  })
}

/** Removes a room without classes. Throws `forbidden`, `not-found`, and `conflict` while classes use it. */
export async function removeRoom(actor: Actor, roomId: string): Promise<void> {
  const admin = requirePermission(actor, 'rooms.manage')
  const id = requireId(roomId, t('refusal.thisRoom'))
  await transaction(async (trx) => {
    const room = await trx
      .selectFrom('rooms')
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .select('name')
      .forUpdate()
      .executeTakeFirst()
    if (!room) throw notFound(t('refusal.thisRoom'))
    const { rows } = await sql`
      select from class_times where room_id = ${id} and ${isCurrent} union all
      select from lessons where room_id = ${id} and state = 'planned' and starts_at > club_now() limit 1`.execute(
      trx,
    )
    if (rows.length > 0) throw conflict(t('refusal.thereAreClassesIn', { name: room.name }))
    await trx
      .updateTable('rooms')
      .set({ removedAt: sql<Date>`club_now()` })
      .where('id', '=', id)
      .execute()
    const subject = { subjectKind: 'room', subjectId: id }
    await recordAudit(trx, { actorId: admin.id, action: 'remove room', ...subject, before: room })
  })
}

const nameTaken = () => invalidAt('name', t('refusal.anotherRoomHasThis'))
export const tooSmall = () => invalidAt('capacity', t('refusal.theRoomHasFewer'))
