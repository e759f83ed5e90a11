import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import {
  hourSpans,
  lessonChange,
  lessonOrigin,
} from '#app/pages/dashboard/schedule/trainer-lesson-wording.ts'
import type { TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import type { ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { formatHour, formatHourSpan } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Moment } from './day-line.tsx'

type Props = {
  today: string
  hours: TrainerLesson[]
  classes: ClassDate[]
  /** Start hours of today's free slots that are still ahead. */
  free: number[]
}

/** A trainer's hours, classes and free slots as entries of the day line. */
export function trainerMoments({ today, hours, classes, free }: Props): Moment[] {
  return [
    ...hours.map(hourMoment),
    ...classes.map(classMoment),
    ...hourSpans(free).map((span) => freeMoment(span, today)),
  ]
}

function hourMoment(hour: TrainerLesson): Moment {
  const { lessonId, day, startHour, isOver, name, portrait, coveredBy, because } = hour
  const change = lessonChange(hour)
  const isOpen = !isOver && because === null && coveredBy === null
  return {
    key: String(lessonId),
    day,
    startHour,
    startMinute: 0,
    isOver,
    dot: change ? 'ring' : 'on',
    portraits: [portrait],
    what: name,
    text: change ?? lessonOrigin(hour),
    acts: isOpen && (
      <Link className="row-link" to={`/dashboard/lesson/${lessonId}`}>
        {t('trainerMoments.open')}
        <span className="visually-hidden">
          {t('trainerMoments.with', { startHour: formatHour(startHour), name })}
        </span>
      </Link>
    ),
    ...(isOpen && change === null && { card: hourCard(hour) }),
  }
}

function hourCard(hour: TrainerLesson): Moment['card'] {
  const { lessonId, startHour, name, portrait } = hour
  return {
    picture: <PortraitPicture portrait={portrait} alt="" sizes="148px" />,
    what: name,
    who: `${lessonOrigin(hour)}. ${formatHourSpan(startHour)}.`,
    status: t('trainerMoments.comes', { name: firstName(name) }),
    acts: (
      <LinkButton to={`/dashboard/lesson/${lessonId}`} small>
        {t('trainerMoments.open')}
        <span className="visually-hidden">{t('trainerMoments.theHourWith', { name })}</span>
      </LinkButton>
    ),
  }
}

function classMoment(date: ClassDate): Moment {
  const { id, day, startHour, startMinute, isOver, title, roomName, capacity, taken } = date
  const text = t('trainerMoments.of', { roomName, taken, capacity })
  return {
    key: id,
    day,
    startHour,
    startMinute,
    isOver,
    dot: taken > 0 ? 'on' : 'ring',
    what: title,
    text,
    acts: (
      <Link className="row-link" to={`/dashboard/participants/${id}`}>
        {t('trainerMoments.list')}
        <span className="visually-hidden">{t('trainerMoments.of2', { title })}</span>
      </Link>
    ),
    card: {
      what: title,
      who: `${roomName}, ${t('trainerMoments.minute', { minutes: date.minutes })}.`,
      status: t('trainerMoments.ofPlaceTaken', { taken, capacity }),
      acts: (
        <LinkButton to={`/dashboard/participants/${id}`} small>
          {t('trainerMoments.openTheList')}
          <span className="visually-hidden">{t('trainerMoments.of2', { title })}</span>
        </LinkButton>
      ),
    },
  }
}

const freeMoment = ({ from, until }: { from: number; until: number }, today: string): Moment => ({
  key: `free ${from}`,
  day: today,
  startHour: from,
  startMinute: 0,
  isOver: false,
  dot: 'ring',
  what: t('trainerMoments.free'),
  text: t('trainerMoments.toNobodyHasBooked', { from: formatHour(from), until: formatHour(until) }),
})
