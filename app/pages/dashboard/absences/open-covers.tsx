import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { relativeDay } from '#app/pages/dashboard/parts/count-wording.ts'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import type { OpenCover } from '#domain/lessons/covers/open-covers.server.ts'
import { formatTime } from '#format/date-time.ts'
import { addDays, formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { coverElementId } from './cover-board.tsx'

type Props = {
  hours: OpenCover[]
  clashes: number
  timeZone: string
  /** The id of the chosen hour; null where one can be chosen. */
  chosen?: string | null
}

/** Hours that need cover and that this trainer could give. */
export function AvailableCovers({ hours, clashes, timeZone, chosen }: Props) {
  return (
    <>
      <ul className="todo">
        {hours.map((hour) => (
          <li key={hour.lessonId} id={coverElementId(hour.lessonId)}>
            <Avatar portrait={hour.portrait} />
            <div>
              <b>{t('openCovers.with', { nameOf: nameOf(hour), memberName: hour.memberName })}</b>
              <p>
                {t('openCovers.isAway', { trainerName: hour.trainerName })}
                {hour.payCents !== null && t('openCovers.pays', { pay: formatMoney(hour.payCents) })}
                {t('openCovers.theFirstToTake', { cancelledAt: cancelledAt(hour, timeZone) })}
              </p>
            </div>
            <Form method="post" action="/dashboard/covers" className="push-end">
              <HiddenFields values={{ lessonId: hour.lessonId }} />
              <Button
                small
                variant={chosen === undefined || chosen === hour.lessonId ? 'primary' : 'outline'}
              >
                {t('openCovers.takeThisHour')}
                <span className="visually-hidden">, {nameOf(hour)}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {clashes > 0 && <p className="note above-3">{t('openCovers.moreIsAtTimes', { clashes })}</p>}
    </>
  )
}

type OpenCoverTodoProps = { hour: OpenCover; timeZone: string; isFirst?: boolean }

/** Task of an admin: pick a trainer for an hour that needs cover. */
export function OpenCoverTodo({ hour, timeZone, isFirst = false }: OpenCoverTodoProps) {
  const { day, today, startHour, memberName, trainerName, coverUntil, coverUntilDay, payCents } = hour
  const pay = payCents === null ? '' : t('openCovers.pays2', { pay: formatMoney(payCents) })
  const when = day > addDays(today, 1) ? formatDay(day) : relativeDay(today, day)
  const calledOff = `${formatTime(coverUntil, timeZone)} ${relativeDay(today, coverUntilDay)}`
  return (
    <TodoItem
      id={coverElementId(hour.lessonId)}
      mark={<Avatar portrait={hour.portrait} />}
      what={t('openCovers.coverWanted', { when, startHour: formatHour(startHour) })}
      why={t('openCovers.sHourIsAway', { memberName, trainerName, pay, calledOff })}
      to={`/dashboard/lesson/${hour.lessonId}`}
      action={t('openCovers.seeWhosFree')}
      about={t('openCovers.on', { day: formatDay(day) })}
      isFirst={isFirst}
    />
  )
}

const nameOf = ({ day, startHour }: OpenCover) => `${formatDay(day)}, ${formatHour(startHour)}`

/** `Mon 23 Nov, 20:00`: when an hour without cover is called off. */
const cancelledAt = ({ coverUntil, coverUntilDay }: OpenCover, timeZone: string) =>
  `${formatDay(coverUntilDay)}, ${formatTime(coverUntil, timeZone)}`
