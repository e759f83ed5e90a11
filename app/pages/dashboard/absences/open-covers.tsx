import { Form } from 'react-router'
import type { OpenCover } from '#domain/lessons/covers/open-covers.server.ts'
import { Button } from '#app/components/button.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import { relativeDay } from '#app/pages/dashboard/parts/count-wording.ts'
import { addDays, formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { formatTime } from '#format/date-time.ts'
import { formatCount } from '#format/text.ts'

type Props = { hours: OpenCover[]; clashes: number; timeZone: string }

/** Hours that need cover and that this trainer could give. */
export function AvailableCovers({ hours, clashes, timeZone }: Props) {
  return (
    <>
      <ul className="todo">
        {hours.map((hour) => (
          <li key={hour.lessonId}>
            <Avatar portrait={hour.portrait} />
            <div>
              <b>
                {nameOf(hour)} with {hour.memberName}
              </b>
              <p>
                {hour.trainerName} is away. {hour.payCents !== null && `Pays ${formatMoney(hour.payCents)}. `}
                The first to take it gives it; on {cancelledAt(hour, timeZone)} it is called off.
              </p>
            </div>
            <Form method="post" action="/dashboard/covers" className="push-end">
              <HiddenFields values={{ lessonId: hour.lessonId }} />
              <Button small variant="primary">
                Take this hour<span className="visually-hidden">, {nameOf(hour)}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {clashes > 0 && (
        <p className="note above-3">
          {formatCount(clashes, 'more is', 'more are')} at times when you’re not free.
        </p>
      )}
    </>
  )
}

type OpenCoverTodoProps = { hour: OpenCover; timeZone: string; isFirst?: boolean }

/** Task of an admin: pick a trainer for an hour that needs cover. */
export function OpenCoverTodo({ hour, timeZone, isFirst = false }: OpenCoverTodoProps) {
  const { day, today, startHour, memberName, trainerName, coverUntil, coverUntilDay, payCents } = hour
  const pay = payCents === null ? '' : ` Pays ${formatMoney(payCents)}.`
  const when = day > addDays(today, 1) ? formatDay(day) : relativeDay(today, day)
  const calledOff = `${formatTime(coverUntil, timeZone)} ${relativeDay(today, coverUntilDay)}`
  return (
    <TodoItem
      mark={<Avatar portrait={hour.portrait} />}
      what={`Cover wanted: ${when}, ${formatHour(startHour)}`}
      why={`${memberName}’s hour; ${trainerName} is away. No one has taken it yet.${pay} Called off at ${calledOff}.`}
      to={`/dashboard/lesson/${hour.lessonId}`}
      action="See who’s free"
      about={`on ${formatDay(day)}`}
      isFirst={isFirst}
    />
  )
}

const nameOf = ({ day, startHour }: OpenCover) => `${formatDay(day)}, ${formatHour(startHour)}`

/** `Mon 23 Nov, 20:00`: when an hour without cover is called off. */
const cancelledAt = ({ coverUntil, coverUntilDay }: OpenCover, timeZone: string) =>
  `${formatDay(coverUntilDay)}, ${formatTime(coverUntil, timeZone)}`
