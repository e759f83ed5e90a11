import { TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { parseTimetableQuery } from '#app/pages/timetable/timetable-query.ts'
import { WeekSteps } from '#app/pages/timetable/week-steps.tsx'
import {
  readRoomWeek,
  type LeftOut,
  type RoomClass,
  type WantedCover,
} from '#domain/lessons/classes/room-week.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatTime } from '#format/date-time.ts'
import { dayOfMonth, formatDay, formatDayOfMonth, weekdayName } from '#format/days.ts'
import { firstName } from '#format/text.ts'
import { shortDayName } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/room-week.ts'

const heading = () => t('roomWeek.roomsByWeek')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, url, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    ...(await readRoomWeek(actor, { from: parseTimetableQuery(url.searchParams).from ?? undefined })),
    timeZone: club.timeZone,
  }),
)

type Data = Route.ComponentProps['loaderData']

/** A week of every room, and what needs the office before it. */
export default function RoomWeek({ loaderData }: Route.ComponentProps) {
  const { lastDay, bookAheadDays, rooms } = loaderData
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{heading()}</h1>
          <p className="subtitle">
            {t('roomWeek.plannedUntil', { lastDay: formatDay(lastDay), days: bookAheadDays })}
          </p>
        </div>
        <LinkButton to="/dashboard/timetable">{t('roomWeek.addAClassTime')}</LinkButton>
      </div>
      <NeedsYou {...loaderData} />
      {rooms.length === 0 ? (
        <div className="above-5">
          <EmptyState
            heading={t('rooms.noRoomsYet')}
            action={<LinkButton to="/dashboard/rooms">{t('rooms.addThisRoom')}</LinkButton>}
          >
            {t('rooms.addTheFirstOne')}
          </EmptyState>
        </div>
      ) : (
        <Week {...loaderData} />
      )}
    </>
  )
}

const whenOf = ({ day, startHour, startMinute }: LeftOut | WantedCover) =>
  `${formatDay(day)}, ${formatClock(startHour, startMinute)}`

function NeedsYou({ wanted, leftOut, timeZone }: Data) {
  const count = wanted.length + leftOut.length
  if (count === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{t('roomWeek.needsYou')}</h2>
        <span className="note">{t('roomWeek.things', { count })}</span>
      </header>
      <ul className="todo">
        {wanted.map((item) => (
          <Need
            key={item.lessonId}
            title={t('roomWeek.hasNoTrainer', { when: whenOf(item), title: item.title })}
            button={
              <LinkButton small to={`/timetable/${item.lessonId}`}>
                {t('roomWeek.seeWhoIsFree')}
                <span className="visually-hidden">
                  : {item.title}, {whenOf(item)}
                </span>
              </LinkButton>
            }
          >
            {t('roomWeek.isAway', {
              name: firstName(item.trainerName),
              taken: item.taken,
              until: `${formatDay(item.coverUntilDay)}, ${formatTime(item.coverUntil, timeZone)}`,
            })}
          </Need>
        ))}
        {leftOut.map((item) => (
          <Need
            key={`${item.classTimeId} ${item.day}`}
            title={t('roomWeek.isLeftOut', { when: whenOf(item), title: item.title })}
            button={
              <LinkButton small to={item.reason === 'away' ? '/dashboard/absences' : '/dashboard/timetable'}>
                {item.reason === 'away' ? t('menu.absences') : t('menu.classTimes')}
                <span className="visually-hidden">
                  : {item.title}, {whenOf(item)}
                </span>
              </LinkButton>
            }
          >
            {t('roomWeek.leftOutBecause', {
              reason: item.reason,
              room: item.roomName,
              name: firstName(item.trainerName),
            })}
          </Need>
        ))}
      </ul>
    </section>
  )
}

function Need({ title, button, children }: { title: string; button: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Icon of={TriangleAlert} />
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
      {button}
    </li>
  )
}

function Week(data: Data) {
  const { days, rooms } = data
  const [first, last] = [days[0]!.day, days.at(-1)!.day]
  const range = t('timetable.to', { first: formatDayOfMonth(first), last: formatDayOfMonth(last) })
  return (
    <>
      <div className="room-week-bar">
        <h2>{range}</h2>
        <WeekSteps {...data} first={first} addressOf={addressOf} />
      </div>
      <table className="room-week no-phone">
        <caption className="visually-hidden">
          {heading()}, {range}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('classTimes.room')}</span>
            </th>
            {days.map(({ day }) => (
              <th key={day} scope="col">
                {shortDayName(weekdayName(day))} {dayOfMonth(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map(({ id, name, capacity }) => (
            <tr key={id}>
              <th scope="row">
                <b>{name}</b>
                <span className="note">{t('classTimes.place2', { capacity })}</span>
              </th>
              {days.map((day) => (
                <Cell key={day.day} {...data} roomId={id} {...day} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <DayLists {...data} />
      <p className="note above-3">{t('roomWeek.takenOf')}</p>
    </>
  )
}

const addressOf = (from: string | null) =>
  from === null ? '/dashboard/roomWeek' : `/dashboard/roomWeek?${new URLSearchParams({ from })}`

type CellProps = Data & { roomId: string; day: string; isClosed: boolean }

/** What happens in a room on a day. */
function Cell({ classes, leftOut, roomId, day, isClosed }: CellProps) {
  const isHere = (item: RoomClass | LeftOut) => item.roomId === roomId && item.day === day
  const here = classes.filter(isHere)
  const missing = leftOut.filter(isHere)
  if (here.length + missing.length === 0)
    return (
      <td className="no-class">
        {isClosed && (
          <>
            <NoLessonMark />
            <span className="visually-hidden">{t('timetable.closed')}</span>
          </>
        )}
      </td>
    )
  return (
    <td>
      <ol>
        {here.map((item) => (
          <li key={item.lessonId}>
            <Planned {...item} />
          </li>
        ))}
        {missing.map((item) => (
          <li key={item.classTimeId}>
            <Missing {...item} />
          </li>
        ))}
      </ol>
    </td>
  )
}

/** On phones: the days below each other, in order of time, with the room of each class. */
const DayLists = ({ days, rooms, classes, leftOut }: Data) => (
  <div className="only-phone room-days">
    {days.map(({ day, isClosed }) => {
      const items = [...classes, ...leftOut]
        .filter((item) => item.day === day)
        .sort((one, other) => minutesOf(one) - minutesOf(other))
      return (
        <section key={day}>
          <h3>
            {formatDay(day)}
            {isClosed && <span className="note">{t('timetable.closed')}</span>}
          </h3>
          <ol>
            {items.map((item) => {
              const roomName = rooms.find(({ id }) => id === item.roomId)?.name
              return 'lessonId' in item ? (
                <li key={item.lessonId}>
                  <Planned {...item} room={roomName} />
                </li>
              ) : (
                <li key={item.classTimeId}>
                  <Missing {...item} room={roomName} />
                </li>
              )
            })}
          </ol>
        </section>
      )
    })}
  </div>
)

const minutesOf = ({ startHour, startMinute }: RoomClass | LeftOut) => startHour * 60 + startMinute

/** `room` is given where the room is not in the table's head. */
type InRoom<Item> = Item & { room?: string | undefined }

const Planned = ({ room, ...item }: InRoom<RoomClass>) => (
  <Link
    className={classNames('room-class', item.needsCover && 'wanted', item.because !== null && 'off')}
    to={`/timetable/${item.lessonId}`}
  >
    <b className="hour">{formatClock(item.startHour, item.startMinute)}</b>
    <span className="title">{item.title}</span>
    <span className="by">{inRoom(giverOf(item), room)}</span>
    <span className="taken-of">
      {item.taken}/{item.capacity}
    </span>
  </Link>
)

const Missing = ({ room, ...item }: InRoom<LeftOut>) => (
  <span className="room-class clash">
    <b className="hour">{formatClock(item.startHour, item.startMinute)}</b>
    <span className="title">{item.title}</span>
    <span className="by">{inRoom(t('roomWeek.leftOut'), room)}</span>
  </span>
)

const inRoom = (text: string, room?: string) => (room === undefined ? text : `${text}, ${room}`)

function giverOf({
  because,
  needsCover,
  insteadOf,
  trainerName,
}: Pick<RoomClass, 'because' | 'needsCover' | 'insteadOf' | 'trainerName'>): string {
  if (because !== null) return t('classLine.calledOff')
  if (needsCover) return t('roomWeek.nobodyYet')
  const name = firstName(trainerName)
  return insteadOf === null ? name : t('roomWeek.for', { name, insteadOf: firstName(insteadOf) })
}
