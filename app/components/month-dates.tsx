import { Link } from 'react-router'
import { noLessonReasonLabels, type MonthDate, type MemberDate } from '#domain/lessons/lessons.rules.ts'
import { dayOfMonth, formatDayOfMonth, formatFullDay, groupIntoWeeks } from '#format/days.ts'
import { dayName, shortDayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { classNames } from './join-class-names.ts'
import { Dot, type DotKind } from './status-dot.tsx'

/** The mark of upcoming dates: `held` before the month is paid, `on` afterwards. */
type UpcomingMark = { kind: Extract<DotKind, 'held' | 'on'>; word: string; count?: number }

type Props = {
  dates: readonly (MonthDate | MemberDate)[]
  ahead: UpcomingMark
  /** The date with the frame. */
  today?: string
}

/** The dates of a month as a table of weeks: a dot for each hour, a bar for a date without one. */
export function MonthDates({ dates, ahead, today }: Props) {
  const byDay = new Map(dates.map((date) => [date.day, date]))
  return (
    <div>
      <table className="month">
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                <abbr title={dayName(day)}>{shortDayName(day)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupIntoWeeks([...byDay.keys()]).map((week, row) => (
            <tr key={week[0]}>
              {week.map((day, column) => (
                <td
                  key={day}
                  className={classNames(byDay.has(day) && 'named')}
                  aria-current={day === today ? 'date' : undefined}
                >
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
      <MonthLegend dates={dates} ahead={ahead} />
    </div>
  )
}

/** The dot of a day, which links to the lesson once there is one. */
function DayMark({ date, ahead }: { date: MonthDate | MemberDate | undefined; ahead: UpcomingMark }) {
  if (!date) return null
  const mark = (
    <>
      <DateMark date={date} ahead={ahead.kind} />
      <span className="visually-hidden">
        {formatFullDay(date.day)}, {stateOf(date, ahead.word)}
      </span>
    </>
  )
  if (!('lessonId' in date) || date.lessonId === null) return <span className="day-mark">{mark}</span>
  return (
    <Link className="day-mark" to={`/dashboard/lesson/${date.lessonId}`}>
      {mark}
    </Link>
  )
}

const isGivenBack = ({ because }: Pick<MonthDate, 'because'>) =>
  because === 'given back' || because === 'moved'

function stateOf({ because, isOver }: MonthDate, ahead: string): string {
  if (because === null) return isOver ? t('monthDates.tookPlace') : ahead
  const reason = noLessonReasonLabels[because]
  return isGivenBack({ because }) ? reason : t('monthDates.noHour', { reason })
}

type DateMarkProps = { date: Pick<MonthDate, 'because' | 'isOver'>; ahead?: DotKind }

/** A dot for an hour, a ring for one given back or moved, a bar for none. */
export function DateMark({ date, ahead = 'on' }: DateMarkProps) {
  if (date.because === null) return <Dot kind={date.isOver ? 'ink' : ahead} />
  return isGivenBack(date) ? <Dot kind="ring" /> : <NoLessonMark />
}

export const NoLessonMark = () => <span className="no-lesson" aria-hidden="true" />

function MonthLegend({ dates, ahead }: Props) {
  const hours = dates.filter(({ because }) => because === null)
  const without = dates.flatMap((date) => (date.because === null || isGivenBack(date) ? [] : [date.because]))
  const reasons = [...new Set(without)].map((because) => noLessonReasonLabels[because])
  return (
    <p className="month-key">
      {hours.some(({ isOver }) => isOver) && (
        <span>
          <Dot kind="ink" />
          {t('monthDates.tookPlace')}
        </span>
      )}
      {hours.some(({ isOver }) => !isOver) && (
        <span>
          <Dot kind={ahead.kind} />
          {ahead.count === undefined
            ? ahead.word
            : t('monthDates.toCome', { word: ahead.word, count: ahead.count })}
        </span>
      )}
      {dates.some(isGivenBack) && (
        <span>
          <Dot kind="ring" />
          {t('monthDates.givenBackOrMoved')}
        </span>
      )}
      {reasons.length > 0 && (
        <span>
          <NoLessonMark />
          {t('monthDates.noHour2', { value: reasons.join(', ') })}
        </span>
      )}
    </p>
  )
}
