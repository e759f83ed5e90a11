import type { MonthDate } from '#domain/lessons/lessons.rules.ts'
import { dayOfMonth, formatDayOfMonth, formatFullDay, weekdays, weeksOf } from '#words/days.ts'
import { classNames } from './class-names.ts'
import { Dot, type DotKind } from './status-dot.tsx'

/** What a date of the month that is still ahead is to who looks: held while it is not paid, then theirs. */
type Ahead = { kind: Extract<DotKind, 'held' | 'on'>; word: string }

/** The dates of a month as a table of weeks: a dot for each hour, a bar where there is none. */
export function Month({ dates, ahead }: { dates: readonly MonthDate[]; ahead: Ahead }) {
  const byDay = new Map(dates.map((date) => [date.day, date]))
  return (
    <div>
      <table className="month">
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                <abbr title={day}>{day.slice(0, 3)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf([...byDay.keys()]).map((week, row) => (
            <tr key={week[0]}>
              {week.map((day, column) => (
                <td key={day} className={classNames(byDay.has(day) && 'named')}>
                  <span className="day" aria-hidden="true">
                    {dayOfMonth(day) === 1 || (row === 0 && column === 0)
                      ? formatDayOfMonth(day)
                      : dayOfMonth(day)}
                  </span>
                  <DayMark date={byDay.get(day)} ahead={ahead} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MonthKey dates={dates} ahead={ahead} />
    </div>
  )
}

function DayMark({ date, ahead }: { date: MonthDate | undefined; ahead: Ahead }) {
  if (!date) return null
  const word = date.because === null ? (date.isOver ? 'took place' : ahead.word) : 'no hour'
  return (
    <span className="mark-of-day">
      {date.because === null ? <Dot kind={date.isOver ? 'ink' : ahead.kind} /> : <NoHour />}
      <span className="visually-hidden">
        {formatFullDay(date.day)}, {word}
      </span>
    </span>
  )
}

/** A bar instead of a dot: no hour that day. */
export const NoHour = () => <span className="no-hour" aria-hidden="true" />

function MonthKey({ dates, ahead }: { dates: readonly MonthDate[]; ahead: Ahead }) {
  const hours = dates.filter(({ because }) => because === null)
  return (
    <p className="month-key">
      {hours.some(({ isOver }) => isOver) && (
        <span>
          <Dot kind="ink" />
          took place
        </span>
      )}
      {hours.some(({ isOver }) => !isOver) && (
        <span>
          <Dot kind={ahead.kind} />
          {ahead.word}
        </span>
      )}
      {hours.length < dates.length && (
        <span>
          <NoHour />
          no hour
        </span>
      )}
    </p>
  )
}
