import { BookingIllustration } from '#app/pages/bookings/booking-illustration.tsx'
import type { Lesson } from '#domain/lessons/lesson.server.ts'
import { t } from '#messages/t.ts'
import { formatFreeUntil, lessonStatus } from './lesson-wording.ts'

export function LessonStatus({ lesson, timeZone }: { lesson: Lesson; timeZone: string }) {
  const { outcome, state, isOver } = lesson
  const isLate = outcome === 'too late' && lesson.isOwn
  const court =
    outcome === null ? (state === 'planned' && isOver ? 'paid' : 'over') : isLate ? 'over' : 'held'
  const { headline, detail } = isLate
    ? {
        headline: t('lessonStatus.youCouldGiveIt', { lesson: formatFreeUntil(lesson, timeZone) }),
        detail: t('lessonStatus.ifYouDontCome'),
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
