import { formatHour } from '#words/hours.ts'
import { formatDate } from '#words/moments.ts'
import { formatCount } from '#words/phrases.ts'

type Facts = Record<string, unknown>

/** Acts whose facts are one sentence, and those that stand in it. */
type Sentence = { of: (facts: Facts) => string; from: string[] }

const stretch = ['fromDay', 'fromHour', 'untilDay', 'untilHour']
const day = (value: unknown) => formatDate(String(value), 'UTC')
const concerned = ({ hours }: Facts) => formatCount(Number(hours ?? 0), 'hour', 'hours')

/** `on 26 Nov 2026` or `from 26 Nov 2026, 12:00 to 28 Nov 2026`: whole days without the hours of the clock. */
function during({ fromDay, fromHour = 0, untilDay, untilHour = 24 }: Facts): string {
  const isWhole = fromHour === 0 && untilHour === 24
  if (fromDay === untilDay && isWhole) return `on ${day(fromDay)}`
  const at = (hour: unknown) => (isWhole ? '' : `, ${formatHour(Number(hour))}`)
  return `from ${day(fromDay)}${at(fromHour)} to ${day(untilDay)}${at(untilHour)}`
}

export const sentences: Record<string, Sentence> = {
  'declare absence': {
    of: (facts) => `${String(facts.trainer)} is away ${during(facts)}, which concerns ${concerned(facts)}`,
    from: ['trainer', 'hours', ...stretch],
  },
  'end absence': { of: (facts) => `It was ${during(facts)}`, from: stretch },
  'close days': {
    of: (facts) => `It is shut ${during(facts)}, which calls off ${concerned(facts)}`,
    from: ['fromDay', 'untilDay', 'hours'],
  },
  'reopen days': { of: (facts) => `It was shut ${during(facts)}`, from: ['fromDay', 'untilDay'] },
  'take cover': {
    of: (facts) =>
      `${String(facts.by)} gives ${String(facts.hour)} on ${day(facts.day)} instead of ${String(facts.insteadOf)}`,
    from: ['by', 'hour', 'day', 'insteadOf'],
  },
  'hold hour': {
    of: ({ hour, trainer }) => `${String(hour)} with ${String(trainer)}`,
    from: ['hour', 'trainer'],
  },
  'retire trainer': {
    // those of before say nothing of sold hours
    of: ({ removedSlots, hours = 0 }) =>
      `${formatCount(Number(removedSlots), 'free hour', 'free hours')} left the offer with them${Number(hours) > 0 ? `, and ${formatCount(Number(hours), 'sold hour', 'sold hours')} to be given by others` : ''}`,
    from: ['removedSlots', 'hours'],
  },
}
