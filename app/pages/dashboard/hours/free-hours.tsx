import { useState } from 'react'
import { Form, Link } from 'react-router'
import type { FreeHour } from '#domain/lessons/free-hours.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { formatDay, formatFullDay } from '#words/days.ts'
import { formatHour } from '#words/format.ts'
import { firstName } from '#app/pages/dashboard/words.ts'

type Props = {
  hours: readonly FreeHour[]
  /** Whose they are; hours of anybody else carry their name. */
  trainerName: string
  /** What the button does with an hour: `Move to Tue 24 Nov, 11:00`. */
  does: (hour: string) => string
  backTo: string
  /** What somebody can do when there is none. */
  isNone: string
}

/** Free hours of the next days, one of which is chosen. */
export function FreeHours({ hours, trainerName, does, backTo, isNone }: Props) {
  const [chosen, choose] = useState<FreeHour | null>(null)
  if (hours.length === 0) {
    return (
      <p className="above-5">
        {firstName(trainerName)} has no free hour in the next days. {isNone}{' '}
        <Link to={backTo}>Leave it as it is</Link>
      </p>
    )
  }
  const days = [...Map.groupBy(hours, ({ day }) => day)]
  return (
    <Form method="post" className="free-hours">
      {days.map(([day, ofDay]) => (
        <fieldset key={day}>
          <legend>{formatFullDay(day)}</legend>
          {ofDay.map((hour) => (
            <label key={`${hour.startHour} ${hour.trainerId}`}>
              <input type="radio" name="hour" value={valueOf(hour)} required onChange={() => choose(hour)} />
              <span>
                {formatHour(hour.startHour)}
                {hour.trainerName !== trainerName && ` ${hour.trainerName}`}
                <span className="visually-hidden">, {formatDay(day)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="button-row">
        <Button variant="primary">
          {does(chosen ? `${formatDay(chosen.day)}, ${formatHour(chosen.startHour)}` : 'the chosen hour')}
        </Button>
        <LinkButton to={backTo}>Leave it as it is</LinkButton>
      </div>
    </Form>
  )
}

const valueOf = ({ day, startHour, trainerId }: FreeHour) => `${day} ${startHour} ${trainerId}`

/** The hour that was chosen; the operation refuses what makes no sense. */
export function readChosen(fields: { get: (name: string) => string | null }) {
  const [day = '', hour = '', trainerId] = (fields.get('hour') ?? '').split(' ')
  return { day, startHour: hour === '' ? Number.NaN : Number(hour), ...(trainerId && { trainerId }) }
}
