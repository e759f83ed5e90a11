import { formatClock } from '#format/clock.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { dayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { valueName } from './audit-facts.ts'

type Facts = Record<string, unknown>

/** Text of an action, and the facts it uses, which are then not listed again. */
type Sentence = { text: (facts: Facts) => string; usedFacts: string[] }

const periodFields = ['fromDay', 'fromHour', 'untilDay', 'untilHour']
const day = (value: unknown) => formatDate(String(value), 'UTC')
const affectedHours = ({ hours }: Facts) => t('auditSentences.hour', { number: Number(hours ?? 0) })

/** `on 26 Nov 2026` or `from 26 Nov 2026, 12:00 to 28 Nov 2026, 14:00`; whole days without hours. */
function during({ fromDay, fromHour = 0, untilDay, untilHour = 24 }: Facts): string {
  const isWhole = fromHour === 0 && untilHour === 24
  if (fromDay === untilDay && isWhole) return t('auditSentences.on', { day: day(fromDay) })
  const at = (hour: unknown) => (isWhole ? '' : `, ${formatHour(Number(hour))}`)
  return t('auditSentences.fromTo', {
    day: day(fromDay),
    at: at(fromHour),
    day2: day(untilDay),
    at2: at(untilHour),
  })
}

/** Earlier versions stored the names. */
const changedNames = (changed: unknown) =>
  Array.isArray(changed)
    ? changed.map((name) => valueName('changed', String(name))).join(', ')
    : String(changed)

export const sentences: Record<string, Sentence> = {
  'declare absence': {
    text: (facts) =>
      t('auditSentences.isAwayWhichAffects', {
        trainer: String(facts.trainer),
        during: during(facts),
        affectedHours: affectedHours(facts),
      }),
    usedFacts: ['trainer', 'hours', ...periodFields],
  },
  'end absence': {
    text: (facts) => t('auditSentences.itWas', { during: during(facts) }),
    usedFacts: periodFields,
  },
  'close days': {
    text: (facts) =>
      t('auditSentences.closedWithCalledOff', { during: during(facts), affectedHours: affectedHours(facts) }),
    usedFacts: ['fromDay', 'untilDay', 'hours'],
  },
  'reopen days': {
    text: (facts) => t('auditSentences.itWasClosed', { during: during(facts) }),
    usedFacts: ['fromDay', 'untilDay'],
  },
  'change contact': {
    text: ({ changed }) => t('auditSentences.changed', { changed: changedNames(changed) }),
    usedFacts: ['changed'],
  },
  'tell change': { text: ({ changes }) => String(changes), usedFacts: ['changes'] },
  'take cover': {
    text: (facts) =>
      t('auditSentences.givesOnInsteadOf', {
        by: String(facts.by),
        hour: String(facts.hour),
        day: day(facts.day),
        insteadOf: String(facts.insteadOf),
      }),
    usedFacts: ['by', 'hour', 'day', 'insteadOf'],
  },
  'add class time': {
    text: ({ weekday, startHour, startMinute, minutes, capacity, fromDay, ...facts }) =>
      t('auditSentences.classTime', {
        title: String(facts.class),
        weekday: dayName(weekdays[Number(weekday) - 1] ?? ''),
        clock: formatClock(Number(startHour), Number(startMinute)),
        day: day(fromDay),
        minutes: Number(minutes),
        capacity: Number(capacity),
      }),
    usedFacts: ['class', 'weekday', 'startHour', 'startMinute', 'minutes', 'capacity', 'fromDay'],
  },
  'hold hour': {
    text: ({ hour, trainer }) => t('auditSentences.with', { hour: String(hour), trainer: String(trainer) }),
    usedFacts: ['hour', 'trainer'],
  },
  'retire trainer': {
    // entries of older versions have no sold hours
    text: ({ removedSlots, hours = 0 }) =>
      t('auditSentences.freeHourNoLonger', {
        number: Number(removedSlots),
        number2: Number(hours) > 0 ? t('auditSentences.soldHourToBe', { number: Number(hours) }) : '',
      }),
    usedFacts: ['removedSlots', 'hours'],
  },
}
