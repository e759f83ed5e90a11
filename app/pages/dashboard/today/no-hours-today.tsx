import { BookingIllustration } from '#app/pages/bookings/booking-illustration.tsx'
import type { DayOff, TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { formatDayAhead } from '#format/days.ts'
import { withoutFullStop } from '#format/excerpts.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { daysInSentence } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

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
            ? t('noHoursToday.reason', { withoutFullStop: withoutFullStop(why.reason) })
            : t('noHoursToday.youTrain', { daysInSentence: daysInSentence(weekdays) })}
          . {nextLessonSentence(next, today)}
        </p>
      </div>
    </section>
  )
}

const headings = {
  get 'day off'() {
    return t('noHoursToday.yourDayOff')
  },
  get closed() {
    return t('noHoursToday.theClubIsClosed')
  },
  get away() {
    return t('noHoursToday.youAreAway')
  },
}

/** `Your next hour is Monday at 06:00, with Kofi.` */
function nextLessonSentence(next: TrainerLesson | undefined, today: string): string {
  if (!next) return t('noHoursToday.youHaveNoHours')
  const day = formatDayAhead(next.day, today).replace('Tomorrow', 'tomorrow')
  return t('noHoursToday.yourNextHourIs', {
    day,
    startHour: formatHour(next.startHour),
    name: firstName(next.name),
  })
}
