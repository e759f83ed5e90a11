import type { Lesson } from '#domain/lessons/lesson.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import { lessonStatus } from '#app/pages/dashboard/schedule/lesson-wording.ts'
import { formatFullDay, formatDayAhead } from '#format/days.ts'
import { formatHour, formatHourSpan } from '#format/hours.ts'
import { firstName } from '#format/text.ts'

const dayMs = 24 * 60 * 60 * 1000

type Props = { lesson: Lesson; now: Date; timeZone: string }

/** The next hour in large type, and until when it can be given back or moved. */
export function NextLesson({ lesson, now, timeZone }: Props) {
  const { id, day, today, startHour, trainerName, insteadOf, portrait, outcome, freeUntil, coverUntil } =
    lesson
  const { headline, detail } = lessonStatus(lesson, timeZone)
  const canMove = outcome === 'make-up'
  return (
    <section className="next-lesson" aria-labelledby="next-hour">
      <PortraitPicture portrait={portrait} alt="" sizes="200px" />
      <div className="next-lesson-what">
        <h2 id="next-hour">Your next hour</h2>
        <p className="when">
          {formatDayAhead(day, today)}, {formatHour(startHour)}
        </p>
        <p className="who">
          <b>{trainerName}</b>
          {insteadOf && `, for ${firstName(insteadOf)}`}, {formatFullDay(day)}, {formatHourSpan(startHour)}
        </p>
      </div>
      <div className="foot">
        {canMove && coverUntil === null && (
          <TimerRing left={shareLeft(new Date(freeUntil.getTime() - dayMs), freeUntil, now)} />
        )}
        <p>
          {headline} {detail}
        </p>
        <div className="acts">
          {canMove && (
            <LinkButton to={`/dashboard/lesson/${id}/move`} small>
              Move<span className="visually-hidden"> your next hour</span>
            </LinkButton>
          )}
          <LinkButton to={`/dashboard/lesson/${id}`} small>
            Can’t come
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
