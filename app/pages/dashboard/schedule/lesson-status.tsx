import type { Lesson } from '#domain/lessons/lesson.server.ts'
import { StateIllustration } from '#app/pages/bookings/state-illustration.tsx'
import { formatFreeUntil, lessonStatus } from './lesson-wording.ts'

/** Where an hour stands, large. */
export function LessonStatus({ lesson, timeZone }: { lesson: Lesson; timeZone: string }) {
  const { outcome, state, isOver } = lesson
  const isLate = outcome === 'too late' && lesson.isOwn
  const court =
    outcome === null ? (state === 'planned' && isOver ? 'paid' : 'over') : isLate ? 'over' : 'held'
  const { said, after } = isLate
    ? {
        said: `It was free until ${formatFreeUntil(lesson, timeZone)}.`,
        after: 'Now the hour is lost if you do not come.',
      }
    : lessonStatus(lesson, timeZone)
  return (
    <section className="lesson-status" aria-labelledby="verdict">
      <StateIllustration state={court} />
      <h2 id="verdict">
        {said} {after && <span>{after}</span>}
      </h2>
    </section>
  )
}
