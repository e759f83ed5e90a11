import type { Lesson } from '#domain/lessons/lesson-reading.server.ts'
import { StateCourt } from '#app/pages/bookings/state-court.tsx'
import { verdictOf } from './outcome-words.ts'

/** Where an hour stands, large. */
export function Verdict({ lesson, timeZone }: { lesson: Lesson; timeZone: string }) {
  const { outcome, state, isOver } = lesson
  const court = outcome === null ? (state === 'planned' && isOver ? 'paid' : 'over') : 'held'
  const { said, after } = verdictOf(lesson, timeZone)
  return (
    <section className="verdict" aria-labelledby="verdict">
      <StateCourt state={court} />
      <h2 id="verdict">
        {said} {after && <span>{after}</span>}
      </h2>
    </section>
  )
}
