import type { ReactNode } from 'react'
import type { MonthDate } from '#domain/lessons/lessons.rules.ts'
import { Month } from '#app/components/month.tsx'
import { whyNoHour } from '#app/components/no-hour.ts'
import { formatDay } from '#words/days.ts'

type Props = {
  dates: readonly MonthDate[]
  trainerName: string
  /** Whether the month is paid for, or only held. */
  isPaid: boolean
  children: ReactNode
}

/** The dates of a month, and those named on which there is no hour. */
export function YourDates({ dates, trainerName, isPaid, children }: Props) {
  return (
    <section className="your-dates" id="your-dates" aria-labelledby="your-dates-head">
      <header>
        <h2 className="head head-large" id="your-dates-head">
          Your dates
        </h2>
        <p>{children}</p>
      </header>
      <Month
        dates={dates}
        ahead={isPaid ? { kind: 'on', word: 'yours' } : { kind: 'held', word: 'held for you' }}
      />
      <ChangedDates dates={dates} trainerName={trainerName} />
    </section>
  )
}

/** The dates on which there is no hour, and why; nothing without any. */
export function ChangedDates({
  dates,
  trainerName,
  heading,
}: Pick<Props, 'dates' | 'trainerName'> & { heading?: string }) {
  const without = dates.flatMap(({ day, because }) => (because === null ? [] : [{ day, because }]))
  if (without.length === 0) return null
  const list = (
    <ul className="named-days">
      {without.map(({ day, because }) => (
        <li key={day}>
          <b>{formatDay(day)}</b>
          <p>{whyNoHour(because, trainerName)}</p>
        </li>
      ))}
    </ul>
  )
  if (heading === undefined) return list
  return (
    <section className="panel">
      <h2 className="head">{heading}</h2>
      {list}
    </section>
  )
}
