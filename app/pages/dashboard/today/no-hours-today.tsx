import type { DayOff, TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { daysInSentence } from '#format/weekdays.ts'
import { BookingIllustration } from '#app/pages/bookings/booking-illustration.tsx'
import { formatDayAhead } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { withoutFullStop } from '#format/excerpts.ts'

type Props = {
  why: DayOff | { because: 'day off' }
  weekdays: string[]
  today: string
  /** The trainer's next hour, if any is sold. */
  next: TrainerLesson | undefined
}

/** Shown on a day without hours: the reason, and the next hour. */
export function NoHoursToday({ why, weekdays, today, next }: Props) {
  return (
    <section className="day-off">
      <BookingIllustration state="over" />
      <div>
        <h2>{headings[why.because]}</h2>
        <p>
          {why.because === 'closed'
            ? `Reason: ${withoutFullStop(why.reason)}`
            : `You train ${daysInSentence(weekdays)}`}
          . {nextLessonSentence(next, today)}
        </p>
      </div>
    </section>
  )
}

const headings = { 'day off': 'Your day off', closed: 'The club is closed', away: 'You are away' }

/** `Your next hour is Monday at 06:00, with Kofi.` */
function nextLessonSentence(next: TrainerLesson | undefined, today: string): string {
  if (!next) return 'You have no hours in the next two weeks.'
  const day = formatDayAhead(next.day, today).replace('Tomorrow', 'tomorrow')
  return `Your next hour is ${day} at ${formatHour(next.startHour)}, with ${firstName(next.name)}.`
}
