import { Link } from 'react-router'
import type { ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { noLessonReasonLabels } from '#domain/lessons/lessons.rules.ts'
import { classNames } from '#app/components/join-class-names.ts'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { Dot, type DotKind } from '#app/components/status-dot.tsx'
import { formatClock } from '#format/clock.ts'
import { firstName } from '#format/text.ts'

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
          <span className="more">, {item.minutes} min</span>
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
            Called off<span className="more">, {noLessonReasonLabels[because]}</span>
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
        <b>Full</b>
        {waiting > 0 && <span className="more">{waiting} waiting</span>}
      </span>
    )
  return (
    <span className={classNames('places', left <= 3 && 'few')}>
      <b>{left}</b> {canBook ? 'left' : 'places'}
    </span>
  )
}

/** Returns the mark of what the viewer has of a class; null without a place. */
function ownMark({ own, isOver }: ClassDate): { dot: DotKind; words: string } | null {
  switch (own) {
    case 'booked':
      return { dot: isOver ? 'ring' : 'on', words: isOver ? 'You were booked' : 'Booked' }
    case 'waiting':
      return isOver ? null : { dot: 'held', words: 'Waiting' }
    default:
      return null
  }
}
