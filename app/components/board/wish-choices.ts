import { skillName } from '#app/components/skill-name.ts'
import {
  anyHour,
  countByDiscipline,
  countFitting,
  disciplinesOf,
  fitsWish,
  isSameDiscipline,
  type BoardSlot,
  type Wish,
} from '#domain/board/board.rules.ts'
import { formatHour } from '#format/hours.ts'
import { inSentence } from '#format/text.ts'
import { shortDayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { boardUrl } from './board-url.ts'
import type { PartOfDay, WishChoice, WishChoices } from './wish-sentence.tsx'

/** The parts of the day; the first and the last reach to the first and last hour on sale. */
const partsOfDay = () => [
  { name: t('wish.mornings'), from: 0, to: 11 },
  { name: t('wish.middays'), from: 11, to: 14 },
  { name: t('wish.afternoons'), from: 14, to: 17 },
  { name: t('wish.evenings'), from: 17, to: 24 },
]

const daySets = () => [
  { name: t('wish.anyDayLink'), days: [] as string[] },
  { name: t('wish.monToFri'), days: weekdays.slice(0, 5) },
  { name: t('wish.weekend'), days: weekdays.slice(5) },
]

/** Returns the choices of the sentence, each with its address and the number of free hours behind it. */
export function toWishChoices(slots: readonly BoardSlot[], wish: Wish): WishChoices {
  const parts = partChoices(slots, wish)
  return {
    parts,
    days: dayChoices(slots, wish),
    daySets: daySets().map(({ name, days }) => ({ name, url: boardUrl({ ...wish, days: [...days] }) })),
    disciplines: disciplineChoices(slots, wish),
    timeText: timeText(parts, wish),
    daysText: wish.days.length === 0 ? t('wish.anyDay') : wish.days.map(shortDayName).join(', '),
  }
}

/** The name of the chosen part of the day, or the span of hours: `07:00 to 09:00`. */
function timeText(parts: PartOfDay[], { from, to }: Wish): string {
  const part = parts.find(({ isChosen }) => isChosen)
  return part?.name ?? t('wish.span', { from: formatHour(from), to: formatHour(to) })
}

function partChoices(slots: readonly BoardSlot[], wish: Wish): PartOfDay[] {
  const hours = slots.map(({ startHour }) => startHour)
  const [first, end] = [Math.min(...hours), Math.max(...hours) + 1]
  const parts = partsOfDay()
    .map(({ name, from, to }) => ({ name, from: Math.max(from, first), to: Math.min(to, end) }))
    .filter(({ from, to }) => from < to)
  return [{ name: t('wish.anyTime'), from: anyHour.from, to: anyHour.to }, ...parts].map(
    ({ name, from, to }) => {
      const narrowed = { ...wish, from, to }
      const isChosen = wish.from === from && wish.to === to
      return { name, from, to, url: boardUrl(narrowed), free: countFitting(slots, narrowed), isChosen }
    },
  )
}

/** Links that add a day to the wish, or take it out. */
function dayChoices(slots: readonly BoardSlot[], wish: Wish): WishChoice[] {
  const onAnyDay = slotsThatFit(slots, { ...wish, days: [] })
  return weekdays.map((day) => {
    const isChosen = wish.days.includes(day)
    const days = weekdays.filter((other) => (other === day ? !isChosen : wish.days.includes(other)))
    const free = onAnyDay.filter((slot) => slot.weekdays.includes(day)).length
    return { name: day, url: boardUrl({ ...wish, days }), free, isChosen }
  })
}

/** Disciplines without an hour that fits are the first to be left out of a longer list. */
const mostDisciplines = 40

function disciplineChoices(slots: readonly BoardSlot[], wish: Wish): WishChoice[] {
  const forAnything = slotsThatFit(slots, { ...wish, discipline: null })
  const counts = countByDiscipline(forAnything)
  const choices = disciplinesOf(slots).map((discipline) => ({
    name: inSentence(skillName(discipline)),
    url: boardUrl({ ...wish, discipline }),
    free: counts.get(discipline.toLowerCase()) ?? 0,
    isChosen: isSameDiscipline(discipline, wish.discipline),
  }))
  const first = new Set(choices.toSorted((left, right) => right.free - left.free).slice(0, mostDisciplines))
  const anything = {
    name: t('wish.anything'),
    url: boardUrl({ ...wish, discipline: null }),
    free: forAnything.length,
    isChosen: wish.discipline === null,
  }
  return [anything, ...choices.filter((choice) => choice.isChosen || first.has(choice))]
}

const slotsThatFit = (slots: readonly BoardSlot[], wish: Wish) => slots.filter((slot) => fitsWish(slot, wish))
