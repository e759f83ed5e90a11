import { formatHour } from '#format/hours.ts'
import { formatDate } from '#format/date-time.ts'
import { formatCount } from '#format/text.ts'

type Facts = Record<string, unknown>

/** Text of an action, and the facts it uses, which are then not listed again. */
type Sentence = { text: (facts: Facts) => string; usedFacts: string[] }

const periodFields = ['fromDay', 'fromHour', 'untilDay', 'untilHour']
const day = (value: unknown) => formatDate(String(value), 'UTC')
const affectedHours = ({ hours }: Facts) => formatCount(Number(hours ?? 0), 'hour', 'hours')

/** `on 26 Nov 2026` or `from 26 Nov 2026, 12:00 to 28 Nov 2026, 14:00`; whole days without hours. */
function during({ fromDay, fromHour = 0, untilDay, untilHour = 24 }: Facts): string {
  const isWhole = fromHour === 0 && untilHour === 24
  if (fromDay === untilDay && isWhole) return `on ${day(fromDay)}`
  const at = (hour: unknown) => (isWhole ? '' : `, ${formatHour(Number(hour))}`)
  return `from ${day(fromDay)}${at(fromHour)} to ${day(untilDay)}${at(untilHour)}`
}

export const sentences: Record<string, Sentence> = {
  'declare absence': {
    text: (facts) =>
      `${String(facts.trainer)} is away ${during(facts)}, which affects ${affectedHours(facts)}`,
    usedFacts: ['trainer', 'hours', ...periodFields],
  },
  'end absence': { text: (facts) => `It was ${during(facts)}`, usedFacts: periodFields },
  'close days': {
    text: (facts) => `Closed ${during(facts)}, with ${affectedHours(facts)} called off`,
    usedFacts: ['fromDay', 'untilDay', 'hours'],
  },
  'reopen days': { text: (facts) => `It was closed ${during(facts)}`, usedFacts: ['fromDay', 'untilDay'] },
  'change contact': { text: ({ changed }) => `Changed: ${String(changed)}`, usedFacts: ['changed'] },
  'tell change': { text: ({ changes }) => String(changes), usedFacts: ['changes'] },
  'take cover': {
    text: (facts) =>
      `${String(facts.by)} gives ${String(facts.hour)} on ${day(facts.day)} instead of ${String(facts.insteadOf)}`,
    usedFacts: ['by', 'hour', 'day', 'insteadOf'],
  },
  'hold hour': {
    text: ({ hour, trainer }) => `${String(hour)} with ${String(trainer)}`,
    usedFacts: ['hour', 'trainer'],
  },
  'retire trainer': {
    // entries of older versions have no sold hours
    text: ({ removedSlots, hours = 0 }) =>
      `${formatCount(Number(removedSlots), 'free hour', 'free hours')} no longer offered${Number(hours) > 0 ? `, ${formatCount(Number(hours), 'sold hour', 'sold hours')} to be given by other trainers` : ''}`,
    usedFacts: ['removedSlots', 'hours'],
  },
}
