import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db, transaction, readToday } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { addClassTime } from '#domain/lessons/classes/class-times.server.ts'
import { addRoom } from '#domain/lessons/classes/rooms.server.ts'
import { addDays } from '#format/days.ts'
import { createTrainerWithSlots, type TestTrainer } from './factories.ts'
import { insertPicture } from './picture-fixtures.ts'

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

/** Gives people classes by a paid order each, from yesterday for 60 days. Returns the orders in the same order. */
export async function giveClasses(people: Pick<Person, 'id'>[], count: number | null): Promise<string[]> {
  return transaction(async (trx) => {
    const ids = people.map(({ id }) => id)
    const { rows } = await sql<{ id: string }>`
      insert into orders (kind, buyer_id, holder_id, title, price_cents, amount_cents, currency, hold_expires_at)
      select 'pack', id, id, 'Classes', 0, 0, (select currency from club), club_now() + interval '15 minutes'
      from unnest(${ids}::uuid[]) with ordinality people (id, place) order by place returning id`.execute(trx)
    const orders = rows.map(({ id }) => id)
    await sql`update orders set state = 'paying' where id = any (${orders}::uuid[])`.execute(trx)
    await sql`update orders set state = 'paid', paid_at = club_now(), hold_expires_at = null where id = any (${orders}::uuid[])`.execute(
      trx,
    )
    await sql`
      insert into allowances (order_id, member_id, given, during)
      select id, holder_id, ${count}::integer, tstzrange(club_now() - interval '1 day', club_now() + interval '60 days')
      from orders where id = any (${orders}::uuid[])`.execute(trx)
    return orders
  })
}

/** Plans one lesson of a class in so many days at 18:30, of a new class in a new room by default. */
export async function addClassDate(
  admin: Person,
  {
    capacity = 10,
    inDays = 3,
    trainer,
    startsAt = '18:30',
    minutes = 45,
  }: { capacity?: number; inDays?: number; trainer?: TestTrainer; startsAt?: string; minutes?: number } = {},
): Promise<{ lessonId: string; classId: string; classTimeId: string; trainer: TestTrainer; day: string }> {
  const made = await addClass(trainer)
  const roomId = await addRoomWithPlaces(admin, 500)
  const day = addDays(await readToday(), inDays)
  const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1
  const { id } = await addClassTime(admin, {
    classId: made.classId,
    roomId,
    weekday,
    startsAt,
    minutes,
    capacity,
    fromDay: day,
  })
  const lesson = db.selectFrom('lessons').where('classTimeId', '=', id).where('onDate', '=', day).select('id')
  return { ...made, day, classTimeId: id, lessonId: (await lesson.executeTakeFirstOrThrow()).id }
}
