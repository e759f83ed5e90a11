import { Link } from 'react-router'
import { classNames } from '#app/components/join-class-names.ts'
import { Avatar } from '#app/components/picture.tsx'
import { DateBoard } from '#app/pages/dashboard/schedule/date-board.tsx'
import type { OpenCover } from '#domain/lessons/covers/open-covers.server.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'

type Props = {
  hours: readonly OpenCover[]
  /** The id of the chosen hour. */
  chosen: string | null
  page: number
}

/** The hours that need cover on their dates; a choice puts its line first below. Nothing for a single hour. */
export function CoverBoard({ hours, chosen, page }: Props) {
  if (hours.length < 2) return null
  const byDay = Map.groupBy(hours, ({ day }) => day)
  return (
    <DateBoard
      days={[...byDay.keys()]}
      entriesOf={(day) =>
        byDay
          .get(day)
          ?.toSorted((left, right) => left.startHour - right.startHour)
          .map(({ lessonId, startHour, memberName, portrait }) => (
            <Link
              key={lessonId}
              className={classNames('date-choice', lessonId === chosen && 'chosen')}
              to={`?${new URLSearchParams({ ...(page > 1 && { page: String(page) }), hour: lessonId })}#${coverElementId(lessonId)}`}
              aria-current={lessonId === chosen || undefined}
              preventScrollReset
            >
              <Avatar portrait={portrait} />
              <span>
                {formatHour(startHour)}
                <span className="visually-hidden">, {formatDay(day)}, </span>
                <span className="note">{firstName(memberName)}</span>
              </span>
            </Link>
          ))
      }
    />
  )
}

export const coverElementId = (lessonId: string) => `cover-${lessonId}`

/** The hours with the chosen one first. */
export const chosenFirst = (hours: readonly OpenCover[], chosen: string | null) =>
  hours.toSorted((left, right) => Number(right.lessonId === chosen) - Number(left.lessonId === chosen))
