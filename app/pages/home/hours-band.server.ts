import { choiceUrl, toBoardPicture } from '#app/components/board/board-view.ts'
import { toWishChoices } from '#app/components/board/wish-choices.ts'
import { visitor } from '#domain/actor.ts'
import { anyHour, isBookable, rankSlots, type BoardSlot } from '#domain/board/board.rules.ts'
import { listBoardSlots } from '#domain/board/board.server.ts'
import { listFirstDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { formatIsoDay } from '#format/date-time.ts'
import { addDays, weekdayName } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { firstName } from '#format/text.ts'
import { dayName } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { logError } from '#platform/observability/log.ts'

/** A club with more trainers has its board on a page of its own only. */
const maxTrainers = 200
/** Hours whose first date is read to find those of the next day: it may be today, which their weekdays do not tell. */
const candidates = 100

export type HoursBandProps = NonNullable<Awaited<ReturnType<typeof loadHoursBand>>>

/** Reads the board of the home page and the hours that are free next; null without hours, or when they cannot be read. */
export async function loadHoursBand(timeZone: string) {
  try {
    const slots = await listBoardSlots(visitor, maxTrainers + 1)
    const isTooMany = new Set(slots.map(({ trainerId }) => trainerId)).size > maxTrainers
    if (slots.length === 0 || isTooMany) return null
    return {
      rows: toBoardPicture(slots),
      choices: toWishChoices(slots, anyHour),
      free: slots.filter(isBookable).length,
      total: slots.length,
      from: formatMoney(Math.min(...slots.map(({ priceCents }) => priceCents))),
      next: await nextFreeHours(slots, formatIsoDay(new Date(), timeZone)),
    }
  } catch (error) {
    logError(error, { page: 'home' })
    return null
  }
}

/** Returns the earliest free hours of up to three trainers on the next day that has one; null without one in a week. */
async function nextFreeHours(slots: readonly BoardSlot[], today: string) {
  const soon = rankSlots(slots, anyHour, weekdayName(today)).slice(0, candidates)
  const firstDates = await listFirstDates(soon)
  const [day] = [...firstDates.values()].toSorted()
  if (day === undefined || day > addDays(today, 7)) return null
  const ofDay = soon.filter(({ id }) => firstDates.get(id) === day)
  const byTrainer = new Map(ofDay.toReversed().map((slot) => [slot.trainerId, slot]))
  const hours = [...byTrainer.values()]
    .toSorted((left, right) => left.startHour - right.startHour)
    .slice(0, 3)
    .map((slot) => ({
      slotId: slot.id,
      url: `/hours${choiceUrl(anyHour, slot.id)}`,
      hour: formatHour(slot.startHour),
      name: firstName(slot.trainerName),
      portrait: slot.portrait,
    }))
  return {
    day:
      day === addDays(today, 1)
        ? t('home.freeTomorrow')
        : day === today
          ? t('home.freeToday')
          : t('home.freeOn', { weekday: dayName(weekdayName(day)) }),
    hours,
  }
}
