import { Dot } from '#app/components/status-dot.tsx'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import type { OpenList } from '#domain/visits/attendance.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

/** The trainer's classes of today, and past lessons whose participants are not all marked. */
export function OpenLists({ lists }: { lists: OpenList[] }) {
  if (lists.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{t('openLists.whoCame')}</h2>
      </header>
      <ul className="todo">
        {lists.map((list) => (
          <TodoItem
            key={list.lessonId}
            mark={<Dot kind={list.marked === 0 ? 'ring' : 'held'} />}
            what={`${formatClock(list.startHour, list.startMinute)} ${list.title ?? list.memberName}`}
            why={whyOf(list)}
            to={`/dashboard/participants/${list.lessonId}`}
            action={t('openLists.openTheList')}
            about={t('openLists.of', { title: list.title ?? list.memberName ?? '' })}
          />
        ))}
      </ul>
    </section>
  )
}

const whyOf = ({ day, today, roomName, people, marked }: OpenList) =>
  [
    day === today ? t('day.today') : formatDay(day),
    roomName,
    marked === 0 ? t('openLists.person', { people }) : t('openLists.ofPersonMarked', { marked, people }),
  ]
    .filter((each) => each !== null)
    .join(', ')
