import { classNames } from '#app/components/join-class-names.ts'
import { WeekDots } from '#app/components/week-dots.tsx'
import { texts } from '#copy/texts.ts'
import { formatHour } from '#format/hours.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import type { TrainerView } from './trainer-view.ts'

/** A trainer's name, email, hours, days and skills. */
export function AboutTrainer({ trainer }: { trainer: TrainerView }) {
  const { name, email, hoursADay, weekdays, skills, slots } = trainer
  const hours = slots.map((slot) => slot.startHour)
  return (
    <dl className="facts-list">
      <div>
        <dt>{texts.trainer.name}</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>{texts.trainer.email}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
      </div>
      <div>
        <dt>{texts.trainer.availableTime}</dt>
        <dd>
          <b className="big">{t('aboutTrainer.hour', { hoursADay })}</b>{' '}
          <span className="text-small">
            {t('aboutTrainer.aDay', { describeHours: describeHours(hours) })}
          </span>
          <DayBar hours={hours} />
        </dd>
      </div>
      <div>
        <dt>{texts.trainer.availableDay}</dt>
        <dd>
          <b className="big">{t('aboutTrainer.day', { count: weekdays.length })}</b>{' '}
          <span className="text-small">
            {t('aboutTrainer.aWeek', { describeDays: describeDays(weekdays) })}
          </span>
          <WeekDots days={weekdays} />
        </dd>
      </div>
      {skills.length > 0 && (
        <div className="on-phones">
          <dt>{texts.trainer.skills}</dt>
          <dd>{skills.join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}

function describeHours(hours: number[]): string {
  if (hours.length === 0) return ''
  const first = Math.min(...hours)
  const last = Math.max(...hours) + 1
  return last - first === hours.length
    ? t('aboutTrainer.to', { first: formatHour(first), last: formatHour(last) })
    : t('aboutTrainer.betweenAnd', { first: formatHour(first), last: formatHour(last) })
}

/** A bar of the hours of a day, from 06:00 to 18:00 at least. */
function DayBar({ hours }: { hours: number[] }) {
  const first = Math.min(6, ...hours)
  const clock = Array.from({ length: Math.max(17, ...hours) - first + 1 }, (_, index) => first + index)
  const label = hours.length === 0 ? t('aboutTrainer.noHours') : hours.map(formatHour).join(', ')
  return (
    <div className="day-bar" role="img" aria-label={label}>
      {clock.map((hour) => (
        <span key={hour} className={classNames(hours.includes(hour) && 'on')}>
          {String(hour).padStart(2, '0')}
        </span>
      ))}
    </div>
  )
}
