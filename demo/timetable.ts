import { db } from '#db/client.ts'
import { addClassTime } from '#domain/lessons/classes/class-times.server.ts'
import { addRoom } from '#domain/lessons/classes/rooms.server.ts'
import type { DemoPeople } from './sign-ups.ts'

const rooms = [
  { name: 'Court', capacity: 20 },
  { name: 'Ring', capacity: 12 },
  { name: 'Studio', capacity: 12 },
]

/** Weekly times in the evening, when no trainer of the demo club has an hour on sale. */
const times = ['18:00', '19:15', '20:15']

/** Adds the rooms, and one weekly time to each class. */
export async function seedTimetable({ admin }: DemoPeople): Promise<void> {
  const added: { id: string; capacity: number }[] = []
  for (const room of rooms) added.push({ ...(await addRoom(admin, room)), capacity: room.capacity })
  const classes = await db.selectFrom('classes').select('id').orderBy('createdAt').orderBy('id').execute()
  for (const [index, { id: classId }] of classes.entries()) {
    const room = added[index % added.length]!
    await addClassTime(admin, {
      classId,
      roomId: room.id,
      weekday: (index % 7) + 1,
      startsAt: times[index % times.length]!,
      minutes: 45,
      capacity: Math.min(room.capacity, 8 + (index % 5) * 2),
    })
  }
}
