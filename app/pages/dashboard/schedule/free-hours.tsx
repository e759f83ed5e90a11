import { ArrowRight } from 'lucide'
import { useState, type ReactNode } from 'react'
import { Form } from 'react-router'
import type { FreeDate } from '#domain/lessons/make-ups/free-dates.server.ts'
import { Button } from '#app/components/button.tsx'
import { addDays, formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { relativeDay } from '#app/pages/dashboard/parts/count-wording.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = {
  hours: readonly FreeDate[]
  today: string
  /** The hour to be replaced: `Mon 23 Nov, 07:00`. */
  instead?: string
  /** The member's trainer; hours of other trainers are shown with a name. */
  trainerName: string
  /** `Move to Tue 24 Nov, 11:00` */
  buttonLabel: (hour: string) => string
  /** The cancel button. */
  back: ReactNode
  /** Advice for when there is no free hour. */
  emptyAdvice: string
}

/** Choice of one of the next days' free hours. */
export function FreeHours({ hours, today, instead, trainerName, buttonLabel, back, emptyAdvice }: Props) {
  const [chosen, choose] = useState<FreeDate | null>(null)
  if (hours.length === 0) {
    return (
      <>
        <p className="above-3">
          {firstName(trainerName)} has no free hours in the next few days. {emptyAdvice}
        </p>
        <div className="button-row above-3">{back}</div>
      </>
    )
  }
  const days = [...Map.groupBy(hours, ({ day }) => day)]
  const hasOthers = hours.some((hour) => hour.trainerName !== trainerName)
  return (
    <Form method="post" className="free-hours by-day">
      {instead && (
        <p className="change-selection" aria-live="polite">
          <s>
            <span className="visually-hidden">From </span>
            {instead}
          </s>
          <Icon of={ArrowRight} label="to" />
          <b>{chosen ? nameOf(chosen) : 'pick a new time'}</b>
        </p>
      )}
      {days.map(([day, ofDay]) => (
        <fieldset key={day}>
          <legend>
            {formatDay(day)}
            {day <= addDays(today, 1) && <span className="note"> {relativeDay(today, day)}</span>}
          </legend>
          <div className={hasOthers ? 'choices' : 'choices in-columns'}>
            {ofDay.map((hour) => (
              <label key={`${hour.startHour} ${hour.trainerId}`}>
                <input
                  type="radio"
                  name="hour"
                  value={valueOf(hour)}
                  required
                  onChange={() => choose(hour)}
                />
                <span>
                  {formatHour(hour.startHour)}
                  {hour.trainerName !== trainerName && ` ${hour.trainerName}`}
                  <span className="visually-hidden">, {formatDay(day)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p className="after-hours">
        {hasOthers ? 'These are the free hours' : `These are ${firstName(trainerName)}’s free hours`} in the
        next few days. Your new hour can’t be moved again. If you give it back, it’s gone.
      </p>
      <div className="button-row">
        <Button variant="primary">{buttonLabel(chosen ? nameOf(chosen) : 'the chosen hour')}</Button>
        {back}
      </div>
    </Form>
  )
}

const nameOf = ({ day, startHour }: FreeDate) => `${formatDay(day)}, ${formatHour(startHour)}`

const valueOf = ({ day, startHour, trainerId }: FreeDate) => `${day} ${startHour} ${trainerId}`

/** Parses the chosen hour; the operation refuses invalid values. */
export function readChosenHour(fields: { get: (name: string) => string | null }) {
  const [day = '', hour = '', trainerId] = (fields.get('hour') ?? '').split(' ')
  return { day, startHour: hour === '' ? Number.NaN : Number(hour), ...(trainerId && { trainerId }) }
}
