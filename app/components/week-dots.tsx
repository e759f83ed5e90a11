import { classNames } from './class-names.ts'
import { weekdays } from '#format/weekdays.ts'
import { Dots } from './status-dot.tsx'

/** Seven named dots, filled on the given days. */
export function WeekDots({ days }: { days: readonly string[] }) {
  return (
    <ul className="week" aria-label={`Days: ${days.join(', ') || 'none'}`}>
      {weekdays.map((day) => (
        <li key={day}>
          <span className={classNames('dot', days.includes(day) ? 'on' : 'ring')} />
          <span aria-hidden="true">{day.slice(0, 3)}</span>
          <span className="visually-hidden">
            {day}: {days.includes(day) ? 'yes' : 'no'}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Seven small dots, for tables. */
export function WeekRow({ days }: { days: readonly string[] }) {
  return (
    <Dots
      className="week-row"
      label={days.join(', ') || 'No days'}
      kinds={weekdays.map((day) => (days.includes(day) ? 'ink' : 'ring'))}
    />
  )
}

/** `Monday to Friday`, `Tuesday and Thursday`, `Every day`. */
export function describeDays(days: readonly string[]): string {
  const chosen = weekdays.filter((day) => days.includes(day))
  const first = chosen[0]
  const last = chosen[chosen.length - 1]
  if (!first || !last) return 'No days'
  if (chosen.length === weekdays.length) return 'Every day'
  const unbroken = weekdays.indexOf(last) - weekdays.indexOf(first) + 1 === chosen.length
  if (unbroken && chosen.length > 2) return `${first} to ${last}`
  return chosen.length === 1 ? last : `${chosen.slice(0, -1).join(', ')} and ${last}`
}

/** The same within a sentence: `from Monday to Friday`, `on Tuesday and Thursday`, `every day`, `on no day`. */
export function daysInSentence(days: readonly string[]): string {
  const named = describeDays(days)
  if (named === 'Every day' || named === 'No days') return days.length > 0 ? 'every day' : 'on no day'
  return named.includes(' to ') ? `from ${named}` : `on ${named}`
}
