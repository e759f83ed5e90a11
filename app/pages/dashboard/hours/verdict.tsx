import type { Lesson } from '#domain/lessons/lesson-reading.server.ts'
import { StateCourt } from '#app/pages/bookings/state-court.tsx'
import { freeUntil, verdictOf } from './outcome-words.ts'

/** Where an hour stands, large. */
export function Verdict({ lesson, timeZone }: { lesson: Lesson; timeZone: string }) {
  const { outcome, state, isOver } = lesson
  const isLate = outcome === 'too late' && lesson.isOwn
  const court =
    outcome === null ? (state === 'planned' && isOver ? 'paid' : 'over') : isLate ? 'over' : 'held'
  const { said, after } = isLate
    ? {
        said: `It was free until ${freeUntil(lesson, timeZone)}.`,
        after: 'Now the hour is lost if you do not come.',
      }
    : verdictOf(lesson, timeZone)
  return (
    <section className="verdict" aria-labelledby="verdict">
      <StateCourt state={court} />
      <h2 id="verdict">
        {said} {after && <span>{after}</span>}
      </h2>
    </section>
  )
}
