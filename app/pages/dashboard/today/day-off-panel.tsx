import type { ReactNode } from 'react'
import type { DayOff, TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { daysInSentence } from '#app/components/week-dots.tsx'
import { StateIllustration } from '#app/pages/bookings/state-illustration.tsx'
import { formatDayAhead } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { withoutFullStop } from '#format/excerpts.ts'

type Props = {
  why: DayOff | { because: 'day off' }
  weekdays: string[]
  today: string
  /** The next hour that the trainer gives, where one is known. */
  next: TrainerLesson | undefined
  /** Where all dates are. */
  children: ReactNode
}

/** A day on which a trainer gives no hour, and when they are expected again. */
export function DayOffPanel({ why, weekdays, today, next, children }: Props) {
  return (
    <section className="day-off">
      <StateIllustration state="over" />
      <div>
        <h2>{headings[why.because]}</h2>
        <p>
          {why.because === 'closed'
            ? `Why: ${withoutFullStop(why.reason)}`
            : `You train ${daysInSentence(weekdays)}`}
          . {nextLessonSentence(next, today)}
        </p>
        {children}
      </div>
    </section>
  )
}

const headings = { 'day off': 'Your day off', closed: 'The club is closed', away: 'You are away' }

/** `Your next hour is Monday at 06:00, with Kofi.` */
function nextLessonSentence(next: TrainerLesson | undefined, today: string): string {
  if (!next) return 'Nobody comes in the next two weeks.'
  const day = formatDayAhead(next.day, today).replace('Tomorrow', 'tomorrow')
  return `Your next hour is ${day} at ${formatHour(next.startHour)}, with ${firstName(next.name)}.`
}
