import { ArrowLeft } from 'lucide'
import { Link } from 'react-router'
import { getClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { noLessonReasonLabels } from '#domain/lessons/lessons.rules.ts'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Picture, PortraitPicture } from '#app/components/picture.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { capitalize, formatCount } from '#format/text.ts'
import type { Route } from './+types/class-date.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return pageMeta(matches, 'Class')
  const { date } = loaderData
  const clock = formatClock(date.startHour, date.startMinute)
  const title = `${date.title}, ${formatDay(date.day)}`
  return pageMeta(matches, title, `${date.title} at ${clock} with ${date.trainerName}, ${date.roomName}.`, {
    picture: date.picture,
    facts: (club) => ({
      '@type': 'Event',
      name: date.title,
      startDate: date.startsAt.toISOString(),
      endDate: date.endsAt.toISOString(),
      eventStatus: `https://schema.org/Event${date.because === null ? 'Scheduled' : 'Cancelled'}`,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      maximumAttendeeCapacity: date.capacity,
      remainingAttendeeCapacity: Math.max(0, date.capacity - date.taken),
      location: { '@type': 'Place', name: `${club.name}, ${date.roomName}`, address: club.address },
      performer: { '@type': 'Person', name: date.trainerName },
      organizer: { '@type': 'ExerciseGym', name: club.name, url: `${club.publicUrl}/` },
    }),
  })
}

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => ({
  date: await getClassDate(actor, params.id),
}))

export default function ClassDatePage({ loaderData: { date } }: Route.ComponentProps) {
  const clock = formatClock(date.startHour, date.startMinute)
  return (
    <div className="wrap section-below">
      <div className="class-date-head">
        <Picture picture={date.picture} alt="" sizes="(max-width: 700px) 120px, 220px" eager />
        <div>
          <Link className="show back" to={`/timetable?from=${date.day}`}>
            <Icon of={ArrowLeft} />
            Timetable
          </Link>
          <h1 className="display h-section">{date.title}</h1>
          <p className="when">
            <b>
              {date.day === date.today && 'Today, '}
              {formatFullDay(date.day)}, {clock}
            </b>
            <span className="by">
              {date.trainerName}, {date.roomName}, {date.minutes} min
            </span>
          </p>
        </div>
      </div>
      <div className="with-side lesson">
        <div>
          <section className="lesson-status" aria-labelledby="status">
            <h2 id="status">{statusOf(date)}</h2>
          </section>
        </div>
        <ClassFacts {...date} />
      </div>
    </div>
  )
}

type Date = Route.ComponentProps['loaderData']['date']

function statusOf({ because, isOver, capacity, taken }: Date): string {
  if (because !== null) return `This class is called off: ${noLessonReasonLabels[because]}.`
  if (isOver) return 'This class has begun.'
  const left = capacity - taken
  return left > 0
    ? `${capitalize(formatCount(left, 'place is', 'places are'))} left.`
    : 'All places are taken.'
}

function ClassFacts(date: Date) {
  const end = date.startHour * 60 + date.startMinute + date.minutes
  return (
    <aside className="summary" aria-label="This class">
      <h2 className="head">This class</h2>
      <div className="with-whom">
        <PortraitPicture portrait={date.portrait} alt="" ratio="4-5" sizes="64px" />
        <div>
          <b className="head">{date.trainerName}</b>
          <div className="text-small">
            <Link to={`/classes/${date.classId}`}>{date.title}</Link>
          </div>
        </div>
      </div>
      <dl>
        <div>
          <dt>When</dt>
          <dd>
            {formatClock(date.startHour, date.startMinute)} to {formatClock(Math.floor(end / 60), end % 60)}
          </dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd>{date.roomName}</dd>
        </div>
        <div>
          <dt>Places</dt>
          <dd>
            {date.taken} of {date.capacity} taken
          </dd>
        </div>
        {date.waiting > 0 && (
          <div>
            <dt>Waiting</dt>
            <dd>{formatCount(date.waiting, 'person', 'people')}</dd>
          </div>
        )}
      </dl>
      <LinkButton to={`/trainers/${date.trainerId}`} wide>
        About {date.trainerName}
      </LinkButton>
    </aside>
  )
}
