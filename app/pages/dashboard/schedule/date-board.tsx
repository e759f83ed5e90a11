import type { ReactNode } from 'react'
import { addDays, dayOfMonth, formatDay, weekdayName } from '#format/days.ts'
import { shortDayName } from '#format/weekdays.ts'

type Props = {
  /** Days with something on them, in any order. */
  days: readonly string[]
  /** The entries of one of these days. */
  entriesOf: (day: string) => ReactNode
}

/** Dates as columns, seven a row from the first day on, each with its entries. */
export function DateBoard({ days, entriesOf }: Props) {
  const last = days.toSorted().at(-1) ?? ''
  return (
    <div className="date-board">
      {rowsOfSeven(days).map((row) => (
        <div className="date-row" key={row[0]}>
          {row.map((day) =>
            days.includes(day) ? (
              <fieldset className="date-column" key={day}>
                <legend>
                  <span className="visually-hidden">{formatDay(day)}</span>
                  <DayName day={day} />
                </legend>
                {entriesOf(day)}
              </fieldset>
            ) : (
              <p className="date-column off" key={day} aria-hidden="true">
                {day < last && <DayName day={day} />}
              </p>
            ),
          )}
        </div>
      ))}
    </div>
  )
}

const DayName = ({ day }: { day: string }) => (
  <span aria-hidden="true">
    {shortDayName(weekdayName(day))} <b>{dayOfMonth(day)}</b>
  </span>
)

/** Consecutive days from the first to the last, in rows of seven; rows without any of the days are left out. */
function rowsOfSeven(days: readonly string[]): string[][] {
  const sorted = days.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  const rows: string[][] = []
  if (first === undefined || last === undefined) return rows
  for (let start = first; start <= last; start = addDays(start, 7))
    rows.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
  return rows.filter((row) => row.some((day) => sorted.includes(day)))
}
