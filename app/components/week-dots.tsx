import { weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { classNames } from './join-class-names.ts'
import { Dots } from './status-dot.tsx'

/** Seven named dots, filled on the given days. */
export function WeekDots({ days }: { days: readonly string[] }) {
  return (
    <ul className="week" aria-label={t('weekDots.days', { value: days.join(', ') || 'none' })}>
      {weekdays.map((day) => (
        <li key={day}>
          <span className={classNames('dot', days.includes(day) ? 'on' : 'ring')} />
          <span aria-hidden="true">{day.slice(0, 3)}</span>
          <span className="visually-hidden">
            {t('weekDots.yes', { day, includes: days.includes(day) ? 'yes' : 'no' })}
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
      label={days.join(', ') || t('weekDots.noDays')}
      kinds={weekdays.map((day) => (days.includes(day) ? 'ink' : 'ring'))}
    />
  )
}
