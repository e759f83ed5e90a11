import { CalendarX2 } from 'lucide'
import { Form, Link } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import type { OpenClassCover } from '#domain/lessons/covers/class-covers.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Props = { classes: OpenClassCover[]; mayAssign: boolean; timeZone: string }

/** Classes that need cover: the office picks a free trainer, and a trainer takes one. */
export function OpenClassCovers({ classes, mayAssign, timeZone }: Props) {
  if (classes.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{t('openClassCovers.classesThatNeedCover')}</h2>
      </header>
      <ul className="todo">
        {classes.map((date) => (
          <li key={date.lessonId}>
            <Dot kind="ring" />
            <div>
              <b>
                <Link to={`/timetable/${date.lessonId}`}>{nameOf(date)}</Link>
              </b>
              <p>{whyOf(date, timeZone)}</p>
            </div>
            {date.free.length > 0 && (
              <Form method="post" action="/dashboard/covers" className="push-end assign">
                <HiddenFields values={{ kind: 'class', lessonId: date.lessonId }} />
                {mayAssign && (
                  <SelectField
                    label={t('openClassCovers.freeTrainers')}
                    name="trainerId"
                    options={date.free.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                )}
                <Button small variant={mayAssign ? 'outline' : 'primary'}>
                  {mayAssign ? t('openClassCovers.givesTheClass') : t('openClassCovers.takeThisClass')}
                  <span className="visually-hidden">, {nameOf(date)}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Takes the place of a member's picture, so that all rows align. */
export const ClassMark = () => (
  <span className="avatar nobody">
    <Icon of={CalendarX2} />
  </span>
)

type TodoProps = { date: OpenClassCover; timeZone: string; isFirst: boolean }

/** Task of an admin: pick a trainer for a class that needs cover. */
export const OpenClassCoverTodo = ({ date, timeZone, isFirst }: TodoProps) => (
  <TodoItem
    mark={<ClassMark />}
    what={t('openClassCovers.coverWanted', { name: nameOf(date) })}
    why={whyOf(date, timeZone)}
    to={`/timetable/${date.lessonId}`}
    action={t('openCovers.seeWhosFree')}
    about={t('openCovers.on', { day: formatDay(date.day) })}
    isFirst={isFirst}
  />
)

const whyOf = (
  { trainerName, roomName, minutes, taken, coverUntilDay, coverUntil, free }: OpenClassCover,
  timeZone: string,
) =>
  t('openClassCovers.isAwayMinPerson', {
    trainerName,
    roomName,
    minutes,
    taken,
    coverUntilDay: formatDay(coverUntilDay),
    coverUntil: formatTime(coverUntil, timeZone),
  }) + (free.length === 0 ? t('openClassCovers.nobodyIsFreeThen') : '')

const nameOf = ({ title, day, startHour, startMinute }: OpenClassCover) =>
  `${title}, ${formatDay(day)}, ${formatClock(startHour, startMinute)}`
