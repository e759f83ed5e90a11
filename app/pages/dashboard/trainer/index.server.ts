import type { Person } from '#domain/actor.ts'
import { listTrainerHours, readDayOff } from '#domain/lessons/calendar.server.ts'
import { listCoverToGive } from '#domain/lessons/wanted-hours.server.ts'
import { trainerToday } from '#domain/overview/today.server.ts'
import { listOwnSlots } from '#domain/trainers/own-slots.server.ts'

/** All that a trainer sees first. */
export async function loadTrainerOverview(trainer: Person) {
  const [today, slots, calendar, dayOff, cover] = await Promise.all([
    trainerToday(trainer),
    listOwnSlots(trainer),
    listTrainerHours(trainer, { withChanges: true }),
    readDayOff(trainer),
    listCoverToGive(trainer, { limit: 3 }),
  ])
  return { today, slots, calendar, dayOff, cover }
}
