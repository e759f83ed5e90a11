import { Form, Link } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import type { ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import type { RosterLesson } from '#domain/lessons/roster/day-roster.server.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Moment } from './day-line.tsx'

/** With an id for the visit that *Arrived* records, so that a form sent twice counts once. */
export type ExpectedLesson = RosterLesson & { newVisitId: string }

type Props = { today: string; hours: ExpectedLesson[]; classes: ClassDate[] }

/** The club's hours and classes of today as entries of the day line; hours of one start are one entry. */
export function officeMoments({ today, hours, classes }: Props): Moment[] {
  const starts = [...Map.groupBy(hours, ({ startHour }) => startHour).values()]
  return [
    ...starts.map((lessons) => {
      const [only] = lessons
      return lessons.length === 1 && only ? hourMoment(only, today) : hoursMoment(lessons, today)
    }),
    ...classes.filter(({ because }) => because === null).map(classMoment),
  ]
}

function hourMoment(lesson: ExpectedLesson, day: string): Moment {
  const { lessonId, startHour, isOver, isCalledOff, needsCover, memberName, memberPortrait } = lesson
  const isOpen = !isOver && !isCalledOff
  return {
    key: lessonId,
    day,
    startHour,
    startMinute: 0,
    isOver,
    dot: isCalledOff || needsCover ? 'ring' : 'on',
    portraits: [memberPortrait],
    what: memberName,
    text: lessonText(lesson),
    acts: isOpen && (
      <Link className="row-link" to={`/dashboard/lesson/${lessonId}`}>
        {t('officeMoments.open')}
        <span className="visually-hidden">
          {' '}
          {formatHour(startHour)}, {memberName}
        </span>
      </Link>
    ),
    ...(isOpen && { card: hourCard(lesson) }),
  }
}

/** `with Yuki Tanabe, for Jonas. Came.` */
function lessonText({ trainerName, insteadOf, isCalledOff, needsCover, cameAt }: RosterLesson): string {
  if (isCalledOff) return t('officeMoments.calledOffNoCover')
  if (needsCover) return t('officeMoments.isAwayNoOne', { trainerName })
  return t('officeMoments.withCame', {
    trainerName,
    insteadOf: insteadOf ? t('officeMoments.for', { insteadOf: firstName(insteadOf) }) : '',
    cameAt: cameAt ? 'yes' : 'no',
  })
}

function hourCard(lesson: ExpectedLesson): Moment['card'] {
  const { lessonId, memberId, memberName, memberPortrait, cameAt, isArrivalTime, newVisitId } = lesson
  return {
    picture: <PortraitPicture portrait={memberPortrait} alt="" sizes="148px" />,
    what: memberName,
    who: lessonText(lesson),
    acts: (
      <>
        <LinkButton to={`/dashboard/lesson/${lessonId}`} small>
          {t('officeMoments.open')}
          <span className="visually-hidden">{t('officeMoments.theHourOf', { memberName })}</span>
        </LinkButton>
        {isArrivalTime && cameAt === null && (
          <Form method="post" action="/dashboard/arrivals" preventScrollReset>
            <HiddenFields
              values={{
                intent: 'came',
                visitId: newVisitId,
                memberId: memberId ?? '',
                lessonId,
                fromToday: 'yes',
              }}
            />
            <Button small variant="primary">
              {t('officeMoments.arrived')}
              <span className="visually-hidden">: {memberName}</span>
            </Button>
          </Form>
        )}
      </>
    ),
  }
}

function hoursMoment(lessons: ExpectedLesson[], day: string): Moment {
  const { startHour = 0, isOver = false } = lessons[0] ?? {}
  const planned = lessons.filter(({ isCalledOff }) => !isCalledOff)
  const what = t('officeMoments.hour', { count: lessons.length })
  const text = lessons.map(pairText).join(', ')
  return {
    key: `hours ${startHour}`,
    day,
    startHour,
    startMinute: 0,
    isOver,
    dot: lessons.some(({ isCalledOff, needsCover }) => isCalledOff || needsCover) ? 'ring' : 'on',
    portraits: lessons.map(({ memberPortrait }) => memberPortrait),
    what,
    text,
    ...(!isOver && planned.length > 0 && { card: manyCard(what, text, planned) }),
  }
}

/** `Grace with Dario` */
const pairText = ({ memberName, trainerName, isCalledOff, needsCover }: RosterLesson) =>
  `${firstName(memberName)} ${isCalledOff || needsCover ? t('officeMoments.withoutATrainer') : t('officeMoments.with', { trainerName: firstName(trainerName) })}`

function manyCard(what: string, who: string, lessons: RosterLesson[]): Moment['card'] {
  const here = lessons.filter(({ cameAt }) => cameAt !== null).length
  return {
    what,
    who,
    status: t('officeMoments.ofAreIn', { here, count: lessons.length }),
    acts: (
      <LinkButton to="/dashboard/arrivals" small>
        {t('officeMoments.whoIsComing')}
      </LinkButton>
    ),
  }
}

function classMoment(date: ClassDate): Moment {
  const { id, day, startHour, startMinute, isOver, title, trainerName, roomName } = date
  const { capacity, taken, waiting } = date
  const places = t('officeMoments.ofPlaceTaken', {
    taken,
    capacity,
    waiting: waiting > 0 ? t('officeMoments.waiting', { waiting }) : '',
  })
  return {
    key: id,
    day,
    startHour,
    startMinute,
    isOver,
    dot: taken > 0 ? 'on' : 'ring',
    what: title,
    text: `${firstName(trainerName)}, ${roomName}. ${places}`,
    acts: (
      <Link className="row-link" to={`/dashboard/participants/${id}`}>
        {t('officeMoments.list')}
        <span className="visually-hidden">{t('officeMoments.of', { title })}</span>
      </Link>
    ),
    card: {
      what: title,
      who: t('officeMoments.with2', { trainerName, roomName }),
      status: places,
      acts: (
        <LinkButton to="/dashboard/arrivals" small>
          {t('officeMoments.whoIsComing')}
          <span className="visually-hidden">{t('officeMoments.to', { title })}</span>
        </LinkButton>
      ),
    },
  }
}
