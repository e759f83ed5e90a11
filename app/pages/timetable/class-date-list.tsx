import type { ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { formatDay } from '#format/days.ts'
import { ClassLine } from './class-line.tsx'

/** Dated classes of several days, each with its day. */
export function ClassDateList({ dates }: { dates: ClassDate[] }) {
  return (
    <ol className="class-dates">
      {dates.map((item) => (
        <li key={item.id}>
          <b className="day">{formatDay(item.day)}</b>
          <ClassLine item={item} />
        </li>
      ))}
    </ol>
  )
}
