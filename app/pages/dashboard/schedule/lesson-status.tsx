import type { Lesson } from '#domain/lessons/lesson.server.ts'
import { BookingIllustration } from '#app/pages/bookings/booking-illustration.tsx'
import { formatFreeUntil, lessonStatus } from './lesson-wording.ts'

export function LessonStatus({ lesson, timeZone }: { lesson: Lesson; timeZone: string }) {
  const { outcome, state, isOver } = lesson
  const isLate = outcome === 'too late' && lesson.isOwn
  const court =
    outcome === null ? (state === 'planned' && isOver ? 'paid' : 'over') : isLate ? 'over' : 'held'
  const { headline, detail } = isLate
    ? {
        headline: `You could give it back until ${formatFreeUntil(lesson, timeZone)}.`,
        detail: 'If you don’t come now, the hour counts as used.',
      }
    : lessonStatus(lesson, timeZone)
  return (
    <section className="lesson-status" aria-labelledby="lesson-status-heading">
      <BookingIllustration state={court} />
      <h2 id="lesson-status-heading">
        {headline} {detail && <span>{detail}</span>}
      </h2>
    </section>
  )
}
