import type { OpenList } from '#domain/visits/attendance.server.ts'
import { Dot } from '#app/components/status-dot.tsx'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { formatCount } from '#format/text.ts'

/** The trainer's classes of today, and past lessons whose participants are not all marked. */
export function OpenLists({ lists }: { lists: OpenList[] }) {
  if (lists.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>Who came</h2>
      </header>
      <ul className="todo">
        {lists.map((list) => (
          <TodoItem
            key={list.lessonId}
            mark={<Dot kind={list.marked === 0 ? 'ring' : 'held'} />}
            what={`${formatClock(list.startHour, list.startMinute)} ${list.title ?? list.memberName}`}
            why={whyOf(list)}
            to={`/dashboard/participants/${list.lessonId}`}
            action="Open the list"
            about={`of ${list.title ?? list.memberName}`}
          />
        ))}
      </ul>
    </section>
  )
}

const whyOf = ({ day, today, roomName, people, marked }: OpenList) =>
  [
    day === today ? 'Today' : formatDay(day),
    roomName,
    marked === 0
      ? formatCount(people, 'person', 'people')
      : `${marked} of ${formatCount(people, 'person', 'people')} marked`,
  ]
    .filter((each) => each !== null)
    .join(', ')
