import { Link } from 'react-router'
import { classNames } from '#app/components/join-class-names.ts'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { Dot, type DotKind } from '#app/components/status-dot.tsx'
import type { ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { noLessonReasonLabels } from '#domain/lessons/lessons.rules.ts'
import { formatClock } from '#format/clock.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** One class of a day: time, name, trainer and room, and the places that are left. The whole line is the link. */
export function ClassLine({ item, canBook = true }: { item: ClassDate; canBook?: boolean }) {
  const { id, because, isOver } = item
  const clock = formatClock(item.startHour, item.startMinute)
  return (
    <Link
      className={classNames('class-line', isOver && 'past', because !== null && 'off')}
      to={`/timetable/${id}`}
    >
      <b className="hour">{because === null ? clock : <s>{clock}</s>}</b>
      <span className="what">
        <span className="title">{item.title}</span>
        <span className="by">
          {firstName(item.trainerName)}, {item.roomName}
          <span className="more">{t('classLine.min', { minutes: item.minutes })}</span>
        </span>
      </span>
      <LineState item={item} canBook={canBook} />
    </Link>
  )
}

function LineState({ item, canBook }: { item: ClassDate; canBook: boolean }) {
  const { because, isOver, capacity, taken, waiting } = item
  if (because !== null)
    return (
      <span className="state">
        <span className="status">
          <NoLessonMark />
          <span>
            {t('classLine.calledOff')}
            {because !== 'by the club' && <span className="more">, {noLessonReasonLabels[because]}</span>}
          </span>
        </span>
      </span>
    )
  const own = ownMark(item)
  if (own !== null)
    return (
      <span className="state">
        <span className={classNames('status', !isOver && 'mine')}>
          <Dot kind={own.dot} />
          {own.words}
        </span>
      </span>
    )
  if (isOver) return null
  const left = capacity - taken
  if (left <= 0)
    return (
      <span className="places full">
        <b>{t('classLine.full')}</b>
        {waiting > 0 && <span className="more">{t('classLine.waiting', { waiting })}</span>}
      </span>
    )
  return (
    <span className={classNames('places', left <= 3 && 'few')}>
      <b>{left}</b>
      {canBook && <span className="visually-hidden">{t('classLine.places', { left })}</span>}
      {t('classLine.left', { canBook: canBook ? 'yes' : 'no' })}
    </span>
  )
}

/** Returns the mark of what the viewer has of a class; null without a place. */
function ownMark({ own, ownAttendance, isOver }: ClassDate): { dot: DotKind; words: string } | null {
  if (ownAttendance === 'attended') return { dot: 'ink', words: t('classLine.youCame') }
  if (ownAttendance === 'missed') return { dot: 'ring', words: t('classLine.youMissedIt') }
  if (ownAttendance === 'excused') return { dot: 'ring', words: t('classLine.excused') }
  switch (own) {
    case 'booked':
      return {
        dot: isOver ? 'ring' : 'on',
        words: isOver ? t('classLine.youWereBooked') : t('classLine.booked'),
      }
    case 'waiting':
      return isOver ? null : { dot: 'held', words: t('classLine.waiting2') }
    case 'late':
      return isOver ? { dot: 'ring', words: t('classLine.givenBackLate') } : null
    default:
      return null
  }
}
