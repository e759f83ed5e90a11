import type { Person } from '#domain/actor.ts'
import { listTrainerLessons, readDayOff } from '#domain/lessons/calendar/calendar.server.ts'
import { listGivenClasses } from '#domain/lessons/classes/timetable.server.ts'
import { listOpenClassCovers } from '#domain/lessons/covers/class-covers.server.ts'
import { listCoversToGive } from '#domain/lessons/covers/open-covers.server.ts'
import { listUninformed, recordDatesSeen } from '#domain/mail/change-notices.server.ts'
import { readTrainerToday } from '#domain/overview/day-overview.server.ts'
import { listOwnSlots } from '#domain/trainers/own-slots.server.ts'
import { listOpenLists } from '#domain/visits/attendance.server.ts'

export async function loadTrainerOverview(trainer: Person) {
  const [today, slots, calendar, dayOff, cover, uninformed, openLists, classCovers, classes] =
    await Promise.all([
      readTrainerToday(trainer),
      listOwnSlots(trainer),
      listTrainerLessons(trainer, { withChanges: true }),
      readDayOff(trainer),
      listCoversToGive(trainer, { limit: 3 }),
      listUninformed(trainer, { limit: 5 }),
      listOpenLists(trainer),
      listOpenClassCovers(trainer),
      listGivenClasses(trainer),
      recordDatesSeen(trainer),
    ])
  return { today, slots, calendar, dayOff, cover, uninformed, openLists, classCovers, classes }
}
