import { randomUUID } from 'node:crypto'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { addRoom } from '#domain/lessons/classes/rooms.server.ts'
import { insertPicture } from './picture-fixtures.ts'
import { createTrainerWithSlots, type TestTrainer } from './factories.ts'

// Fixtures of classes that can be booked.

/** Creates a class, of a new trainer by default. */
export async function addClass(trainer?: TestTrainer): Promise<{ classId: string; trainer: TestTrainer }> {
  const owner = trainer ?? (await createTrainerWithSlots(1))
  const imageId = await insertPicture(owner.person.id)
  const { id } = await db
    .insertInto('classes')
    .values({ title: 'Night Ride', description: 'Lights off.', imageId, trainerId: owner.trainerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { classId: id, trainer: owner }
}

/** Creates a room. Returns its id. */
export async function addRoomWithPlaces(admin: Person, capacity = 20): Promise<string> {
  return (await addRoom(admin, { name: `Room ${randomUUID()}`, capacity })).id
}
