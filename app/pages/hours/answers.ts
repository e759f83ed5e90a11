import { answerId } from '#app/components/board/board-view.ts'
import { skillName } from '#app/components/skill-name.ts'
import { daysBesideWish, type BoardSlot, type Wish } from '#domain/board/board.rules.ts'
import type { ComingMonth } from '#domain/lessons/schedule/coming-months.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { firstName } from '#format/text.ts'
import { describeDaysShort } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

/** An hour that fits, as a line below the board. */
export type Answer = {
  elementId: string
  slotId: string
  trainerId: string
  priceCents: number
  hour: string
  /** `with Mira, Mon to Fri` */
  who: string
  /** `Olympic lifting, 14 years.` */
  about: string
  /** `Also Tue and Thu, not Wed.`, or '' */
  beside: string
  starts: string | null
  dates: string | null
  price: string
  hourPrice: string | null
  portrait: Portrait | null
  isChosen: boolean
  /** Its month may still be renewed, so that it cannot be booked yet. */
  isMaybe: boolean
  isOwn: boolean
  /** The viewer's own booking, to be paid. */
  ownBookingUrl: string | null
}

type Context = {
  wish: Wish
  chosen: string | null
  months: Map<string, ComingMonth>
  all: readonly BoardSlot[]
  isMaybe?: boolean
}

/** Describes the slots that fit a wish. */
export function toAnswers(
  slots: readonly BoardSlot[],
  { wish, chosen, months, all, isMaybe = false }: Context,
): Answer[] {
  const nameOf = distinctNames(all)
  return slots.map((slot) => {
    const month = months.get(slot.id)
    return {
      elementId: answerId(slot.id),
      slotId: slot.id,
      trainerId: slot.trainerId,
      priceCents: slot.priceCents,
      hour: formatHour(slot.startHour),
      who: t('answers.with', {
        nameOf: nameOf(slot.trainerName),
        describeDaysShort: describeDaysShort(slot.weekdays),
      }),
      about: describeTrainer(slot),
      beside: describeOtherDays(slot, wish),
      starts: month ? formatDay(month.first) : null,
      dates: month ? t('answers.hour', { dates: month.dates }) : null,
      price: formatMoney(slot.priceCents),
      hourPrice: month ? formatMoneyWithCents(Math.round(slot.priceCents / month.dates)) : null,
      portrait: slot.portrait,
      isChosen: slot.id === chosen,
      isMaybe,
      isOwn: slot.isOwn,
      ownBookingUrl: slot.ownBookingId === null ? null : `/dashboard/payment/${slot.ownBookingId}`,
    }
  })
}

/** First names, and whole names of trainers who share one. */
function distinctNames(slots: readonly BoardSlot[]): (name: string) => string {
  const byFirstName = new Map<string, Set<string>>()
  for (const { trainerName } of slots) {
    const first = firstName(trainerName)
    byFirstName.set(first, (byFirstName.get(first) ?? new Set()).add(trainerName))
  }
  return (name) => ((byFirstName.get(firstName(name))?.size ?? 0) > 1 ? name : firstName(name))
}

function describeTrainer({ skills, yearsOfExperience }: BoardSlot): string {
  const years = t('answers.year', { yearsOfExperience })
  return skills[0] === undefined ? `${years}.` : `${skillName(skills[0])}, ${years}.`
}

function describeOtherDays(slot: BoardSlot, wish: Wish): string {
  const { extra, missing } = daysBesideWish(slot, wish)
  const parts = [
    extra.length > 0 && t('answers.also', { describeDaysShort: describeDaysShort(extra) }),
    missing.length > 0 && t('answers.not', { describeDaysShort: describeDaysShort(missing) }),
  ].filter((part) => part !== false)
  const text = parts.join(', ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
