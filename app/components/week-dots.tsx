import { dayName, shortDayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { classNames } from './join-class-names.ts'
import { Dots } from './status-dot.tsx'

const named = (days: readonly string[]) => days.map(dayName).join(', ')

/** Seven named dots, filled on the given days. */
export function WeekDots({ days }: { days: readonly string[] }) {
  return (
    <ul
      className="week"
      aria-label={days.length === 0 ? t('weekDots.noDays') : t('weekDots.days', { value: named(days) })}
    >
      {weekdays.map((day) => (
        <li key={day}>
          <span className={classNames('dot', days.includes(day) ? 'on' : 'ring')} />
          <span aria-hidden="true">{shortDayName(day)}</span>
          <span className="visually-hidden">
            {t('weekDots.yes', { day: dayName(day), includes: days.includes(day) ? 'yes' : 'no' })}
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
      label={named(days) || t('weekDots.noDays')}
      kinds={weekdays.map((day) => (days.includes(day) ? 'ink' : 'ring'))}
    />
  )
}
