import type { ReactNode } from 'react'
import { classNames } from '#app/components/join-class-names.ts'
import { Avatar } from '#app/components/picture.tsx'
import { Dot, type DotKind } from '#app/components/status-dot.tsx'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatClock } from '#format/clock.ts'
import { formatTime } from '#format/date-time.ts'
import { addDays, formatDayAhead, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { NextCard, type NextCardContent } from './next-card.tsx'
import { useMinuteReload } from './use-minute-reload.ts'

/** An hour, a class or a free slot of the day. */
export type Moment = {
  key: string
  day: string
  startHour: number
  startMinute: number
  /** It has begun. */
  isOver: boolean
  dot: DotKind
  portraits?: (Portrait | null)[]
  what: string
  text: string
  acts?: ReactNode
  /** Content of the large card, if this is the next one; undefined for a moment that takes no one’s time. */
  card?: NextCardContent
}

type Props = {
  moments: Moment[]
  today: string
  now: Date
  timeZone: string
  /** Entries ahead, of today and the days after it. Today’s are all shown. */
  limit?: number
  /** Shown instead of the next one, if there is none. */
  empty?: ReactNode
  /** Link at the end of the line. */
  end?: ReactNode
}

const maxPortraits = 5

/** The day as a line: what is over, now, the next one large, and what follows. */
export function DayLine({ moments, today, now, timeZone, limit = 6, empty, end }: Props) {
  useMinuteReload()
  const sorted = moments.toSorted(
    (left, right) => startOf(left).localeCompare(startOf(right)) || left.key.localeCompare(right.key),
  )
  const past = sorted.filter(({ day, isOver }) => isOver && day === today)
  const ahead = sorted
    .filter(({ isOver }) => !isOver)
    .filter(({ day }, index) => day === today || index < limit)
  const next = ahead.find(({ card }) => card !== undefined)
  const folded = past.length > 2 ? past.slice(0, -1) : []
  const days = Map.groupBy(ahead, ({ day }) => day)
  return (
    <ol className="day-line" aria-label={t('dayLine.yourDay')}>
      {folded.length > 0 && (
        <li className="moment earlier">
          <details>
            <summary>
              <span />
              <OnLine kind="quiet" />
              <span className="what">{t('dayLine.earlierOne', { count: folded.length })}</span>
            </summary>
            <ol>
              {folded.map((moment) => (
                <MomentRow key={moment.key} moment={moment} />
              ))}
            </ol>
          </details>
        </li>
      )}
      {past.slice(folded.length).map((moment) => (
        <MomentRow key={moment.key} moment={moment} />
      ))}
      <li className="moment now">
        <b className="hour">{formatTime(now, timeZone)}</b>
        <OnLine kind="on" />
        <p className="what">{t('dayLine.now')}</p>
      </li>
      {!next && empty && (
        <li className="moment next">
          <span />
          <OnLine kind="ring" />
          {empty}
        </li>
      )}
      {[...days].map(([day, ofDay]) => [
        day !== today && (
          <li className="moment of-day" key={day}>
            <span />
            <OnLine />
            <h2>{day === addDays(today, 1) ? formatDayAhead(day, today) : formatFullDay(day)}</h2>
          </li>
        ),
        ...ofDay.map((moment) =>
          moment === next && moment.card ? (
            <li className="moment next" key={moment.key}>
              <b className="hour">{clockOf(moment)}</b>
              <OnLine kind={moment.dot} />
              <NextCard {...moment.card} when={untilStart(moment, today, formatTime(now, timeZone))} />
            </li>
          ) : (
            <MomentRow key={moment.key} moment={moment} />
          ),
        ),
      ])}
      {end && (
        <li className="moment end">
          <span />
          <OnLine />
          <p>{end}</p>
        </li>
      )}
    </ol>
  )
}

function MomentRow({ moment }: { moment: Moment }) {
  const { isOver, dot, portraits = [], what, text, acts } = moment
  const more = portraits.length - maxPortraits
  return (
    <li className={classNames('moment', isOver && 'past')}>
      <b className="hour">{clockOf(moment)}</b>
      <OnLine kind={isOver ? 'quiet' : dot} />
      <div className="what">
        {portraits.length > 0 && (
          <span className="face-stack">
            {portraits.slice(0, maxPortraits).map((portrait, index) => (
              <Avatar key={index} portrait={portrait} />
            ))}
            {more > 0 && <span className="note">+{more}</span>}
          </span>
        )}
        <div>
          <b>{what}</b>
          <p>{text}</p>
        </div>
        {acts}
      </div>
    </li>
  )
}

const OnLine = ({ kind }: { kind?: DotKind }) => (
  <span className="on-line">{kind && <Dot kind={kind} />}</span>
)

const clockOf = ({ startHour, startMinute }: Moment) => formatClock(startHour, startMinute)

const startOf = (moment: Moment) => `${moment.day} ${clockOf(moment)}`

/** `In 36 minutes`, `In 5 hours`, `Tomorrow`, `Monday`. */
function untilStart({ day, startHour, startMinute }: Moment, today: string, time: string): string {
  if (day !== today) return formatDayAhead(day, today)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = Math.max(1, startHour * 60 + startMinute - hour * 60 - minute)
  if (minutes < 60) return t('dayLine.inMinute', { minutes })
  return t('dayLine.inHour', { minutes: Math.round(minutes / 60) })
}
