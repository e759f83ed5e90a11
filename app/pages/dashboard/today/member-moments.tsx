import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Picture, PortraitPicture } from '#app/components/picture.tsx'
import { dateStatus, LessonLinks } from '#app/pages/dashboard/schedule/date-rows.tsx'
import { lessonStatus } from '#app/pages/dashboard/schedule/lesson-wording.ts'
import type { MemberLesson } from '#domain/lessons/calendar/calendar.server.ts'
import type { ClassDate, ClassDateDetail } from '#domain/lessons/classes/timetable.server.ts'
import type { Lesson } from '#domain/lessons/lesson.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatFullDay } from '#format/days.ts'
import { formatHourSpan } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Moment } from './day-line.tsx'
import type { MemberOverviewData } from './member-overview.server.ts'

type Props = Pick<MemberOverviewData, 'calendar' | 'classes' | 'nextLesson' | 'nextClass'> & {
  timeZone: string
}

/** A member's hours and classes as entries of the day line. */
export function memberMoments({ calendar, classes, nextLesson, nextClass, timeZone }: Props): Moment[] {
  const { today, hours } = calendar
  return [
    ...hours.map((hour) => hourMoment(hour, { today, nextLesson, timeZone })),
    ...classes.map((date) => classMoment(date, nextClass)),
  ]
}

function hourMoment(
  hour: MemberLesson,
  { today, nextLesson, timeZone }: { today: string } & Pick<Props, 'nextLesson' | 'timeZone'>,
): Moment {
  const { lessonId, bookingId, day, startHour, isOver, because, name, portrait, insteadOf } = hour
  return {
    key: lessonId ?? `${bookingId} ${day} ${startHour}`,
    day,
    startHour,
    startMinute: 0,
    isOver,
    dot: because === null && !hour.needsCover ? 'on' : 'ring',
    portraits: [portrait],
    what: insteadOf ? t('memberMoments.for2', { name, insteadOf: firstName(insteadOf) }) : name,
    text: dateStatus(hour, today, timeZone),
    acts: <LessonLinks hour={hour} />,
    ...(nextLesson?.id === lessonId && { card: hourCard(nextLesson, timeZone) }),
  }
}

function hourCard(lesson: Lesson, timeZone: string): Moment['card'] {
  const { id, day, startHour, trainerName, insteadOf, portrait, outcome } = lesson
  const { headline, detail } = lessonStatus(lesson, timeZone)
  return {
    picture: <PortraitPicture portrait={portrait} alt="" sizes="148px" />,
    what: trainerName,
    who: (
      <>
        {formatFullDay(day)}, {formatHourSpan(startHour)}
        {insteadOf && t('memberMoments.for', { insteadOf: firstName(insteadOf) })}
      </>
    ),
    status: (
      <>
        {headline} {detail}
      </>
    ),
    acts: (
      <>
        <LinkButton to={`/dashboard/lesson/${id}`} small>
          {t('memberMoments.cantCome')}
        </LinkButton>
        {outcome === 'make-up' && (
          <LinkButton to={`/dashboard/lesson/${id}/move`} small>
            {t('memberMoments.move')}
            <span className="visually-hidden">{t('memberMoments.yourNextHour')}</span>
          </LinkButton>
        )}
      </>
    ),
  }
}

function classMoment(date: ClassDate, next: ClassDateDetail | null): Moment {
  const { id, day, startHour, startMinute, isOver, title, trainerName, roomName, own } = date
  const isBooked = own === 'booked'
  return {
    key: id,
    day,
    startHour,
    startMinute,
    isOver,
    dot: isBooked ? 'on' : 'held',
    what: title,
    text: `${firstName(trainerName)}, ${roomName}. ${isBooked ? t('memberMoments.youHaveAPlace') : t('memberMoments.youAreOnThe')}`,
    acts: (
      <Link className="row-link" to={`/timetable/${id}`}>
        {t('memberMoments.open')}
        <span className="visually-hidden"> {title}</span>
      </Link>
    ),
    ...(next?.id === id && { card: classCard(next) }),
  }
}

function classCard({ id, title, trainerName, roomName, picture, ...date }: ClassDateDetail): Moment['card'] {
  const end = date.startHour * 60 + date.startMinute + date.minutes
  return {
    picture: <Picture picture={picture} alt="" sizes="148px" />,
    what: title,
    who: (
      <>
        {t('memberMoments.with')}
        <b>{trainerName}</b>
        {t('memberMoments.to', {
          roomName,
          startHour: formatClock(date.startHour, date.startMinute),
          floor: formatClock(Math.floor(end / 60) % 24, end % 60),
        })}
      </>
    ),
    status: t('memberMoments.youHaveAPlace'),
    acts: (
      <LinkButton to={`/timetable/${id}`} small>
        {t('memberMoments.cantCome')}
        <span className="visually-hidden">{t('memberMoments.to2', { title })}</span>
      </LinkButton>
    ),
  }
}
