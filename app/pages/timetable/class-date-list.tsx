import { LinkButton } from '#app/components/button.tsx'
import type { ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { ClassLine } from './class-line.tsx'

type Props = {
  dates: ClassDate[]
  /** The date that can be booked next, which has a button. */
  next?: ClassDate | undefined
}

/** Dated classes of several days, each with its day. */
export function ClassDateList({ dates, next }: Props) {
  return (
    <ol className="class-dates">
      {dates.map((item) => (
        <li key={item.id}>
          <b className="day">{formatDay(item.day)}</b>
          <ClassLine item={item} />
          {item === next && (
            <LinkButton to={`/timetable/${item.id}`} variant="primary" small>
              {t('classOptions.bookAPlace')}
            </LinkButton>
          )}
        </li>
      ))}
    </ol>
  )
}
