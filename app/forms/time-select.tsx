import type { ComponentProps } from 'react'

const twoDigits = (number: number) => String(number).padStart(2, '0')

const timesOfDay = (stepMinutes: number) =>
  Array.from({ length: (24 * 60) / stepMinutes + 1 }, (_, step) => {
    const minutes = step * stepMinutes
    return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  })

type Props = ComponentProps<'select'> & {
  /** A time of any minute, or empty. */
  defaultValue: string
  stepMinutes?: number
}

/** A choice of the day's quarter hours, `00:00` to `24:00`, or none. `defaultValue` is a choice at any minute. */
export function TimeSelect({ defaultValue, stepMinutes = 15, ...select }: Props) {
  const steps = timesOfDay(stepMinutes)
  const times = steps.includes(defaultValue) ? steps : [defaultValue, ...steps]
  return (
    <select {...select} className="input" defaultValue={defaultValue}>
      {['', ...times.filter((time) => time !== '')].map((time) => (
        <option key={time} value={time}>
          {time === '' ? '–' : time}
        </option>
      ))}
    </select>
  )
}
