import { Link } from 'react-router'
import { missingLessonReason } from '#app/components/missing-lesson.ts'
import { DateMark } from '#app/components/month-dates.tsx'
import type { MemberLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { dayOfMonth, formatDay, formatDayOfMonth, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { formatFreeUntil } from './lesson-wording.ts'

type Props = { hours: MemberLesson[]; today: string; timeZone: string }

/** Dates of a member, each with its status and actions. */
export function DateRows({ hours, today, timeZone }: Props) {
  return (
    <ul className="date-rows">
      {hours.map((hour) => (
        <li key={hour.lessonId ?? `${hour.day} ${hour.startHour}`}>
          <DateMark date={hour} />
          <div>
            <b>
              {formatDay(hour.day)}, {formatHour(hour.startHour)}
            </b>
            <p>
              {hour.name}
              {hour.insteadOf && t('dateRows.for', { insteadOf: firstName(hour.insteadOf) })}
            </p>
          </div>
          <p>{dateStatus(hour, today, timeZone)}</p>
          <LessonLinks hour={hour} />
        </li>
      ))}
    </ul>
  )
}

/** Status of a date: the deadline to cancel, the reason why there is no hour, or whose hour was covered. */
export function dateStatus(hour: MemberLesson, today: string, timeZone: string): string {
  const { because, isOver, name: trainerName, insteadOf, outcome } = hour
  if (because !== null) return missingLessonReason({ because, isOver, trainerName, became: hour })
  if (isOver) return insteadOf ? t('dateRows.wasAway', { insteadOf: firstName(insteadOf) }) : ''
  if (hour.needsCover) return t('dateRows.isAwayGivingIt', { trainerName: firstName(trainerName) })
  if (outcome === 'too late') return t('dateRows.tooLateToMove')
  if (outcome === 'make-ups used') return t('dateRows.youCantMoveOr')
  if (outcome === 'was a make-up') return t('dateRows.aMakeUpIt')
  const { freeUntil: until, freeUntilDay } = hour
  if (until === null || freeUntilDay === null) return ''
  return t('dateRows.freeToGiveBack', {
    value: formatFreeUntil({ freeUntil: until, freeUntilDay, today }, timeZone),
  })
}

/** Actions of a date; none for one that is over, unless its make-up is open. */
export function LessonLinks({ hour }: { hour: MemberLesson }) {
  const { lessonId, day, startHour, outcome, makeUpId } = hour
  const which = (
    <span className="visually-hidden">
      , {formatFullDay(day)}, {formatHour(startHour)}
    </span>
  )
  if (makeUpId !== null)
    return (
      <span className="acts">
        <Link className="row-link" to={`/dashboard/makeUp/${makeUpId}`}>
          {t('dateRows.chooseAMakeUp')}
          {which}
        </Link>
      </span>
    )
  if (lessonId === null || outcome === null) return null
  return (
    <span className="acts">
      <Link className="row-link" to={`/dashboard/lesson/${lessonId}`}>
        {t('dateRows.cantCome')}
        {which}
      </Link>
      {outcome === 'make-up' && (
        <Link className="row-link" to={`/dashboard/lesson/${lessonId}/move`}>
          {t('dateRows.move')}
          {which}
        </Link>
      )}
    </span>
  )
}

/** Days of a week with its number of hours: `23 to 29 Nov`, `30 Nov to 6 Dec`. */
export function WeekHeader({ days, hours }: { days: readonly string[]; hours: MemberLesson[] }) {
  const [monday = '', sunday = ''] = [days[0], days.at(-1)]
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  const from = isOneMonth ? dayOfMonth(monday) : formatDayOfMonth(monday)
  return (
    <h3 className="week-head">
      <span>{t('dateRows.to', { from, sunday: formatDayOfMonth(sunday) })}</span>
      <span>{t('dateRows.hour', { count: hours.filter(({ because }) => because === null).length })}</span>
    </h3>
  )
}
