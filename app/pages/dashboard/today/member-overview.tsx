import { Link } from 'react-router'
import { OwnClasses } from '#app/pages/timetable/own-classes.tsx'
import { formatLongDate } from '#format/date-time.ts'
import { endSentence, formatCount } from '#format/text.ts'
import { greetingFor } from './greeting.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList } from '#app/pages/dashboard/parts/page-sizes.ts'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { holdOf } from '#app/pages/bookings/booking-view.ts'
import { BookingsTable } from './bookings-table.tsx'
import { HoldBanner } from './hold-banner.tsx'
import { PaidMonthRows } from './paid-months.tsx'
import type { MemberOverviewData } from './member-overview.server.ts'
import { NextLesson } from './next-lesson.tsx'
import { NextSteps } from './next-steps.tsx'
import { UrgentRenewalBanner, urgentRenewal } from './renewals.tsx'
import { FormerTrainerNote } from './former-trainer-note.tsx'
import { WeekOverview } from './week-overview.tsx'

export function MemberOverview(props: MemberOverviewData & { name: string; timeZone: string }) {
  const { name, now, page, hours, nextMonths, open, nextLesson, bookings, calendar, timeZone } = props
  const urgent = urgentRenewal(props)
  return (
    <>
      <h1>{greetingFor(name, now, timeZone)}</h1>
      <p className="subtitle">
        {endSentence(formatLongDate(now, timeZone))} {bookingsSentence(hours.length, open.length)}
      </p>
      {props.signWaiverAt && (
        <p className="above-3">
          <Link to={props.signWaiverAt}>Sign the waiver</Link> before you come. It takes a minute.
        </p>
      )}
      {open.map((booking) => {
        const hold = holdOf(booking)
        return hold && <HoldBanner key={booking.id} booking={booking} hold={hold} />
      })}
      {urgent && <UrgentRenewalBanner month={urgent} now={now} timeZone={timeZone} />}
      {nextLesson && <NextLesson lesson={nextLesson} now={now} timeZone={timeZone} />}
      <NextSteps {...props} />
      {props.wasTrainer && <FormerTrainerNote wasTrainer={props.wasTrainer} />}
      {calendar.hours.length > 0 && <WeekOverview {...calendar} />}
      <OwnClasses dates={props.classes} />
      {/* hidden while the first hour is on hold: it would suggest to find one */}
      {(open.length === 0 || hours.length > 0) && (
        <section className="panel">
          <header>
            <h2>Your hours</h2>
          </header>
          <PaidMonthRows
            hours={[...hours, ...nextMonths]}
            dates={calendar.hours}
            now={now}
            timeZone={timeZone}
          />
        </section>
      )}
      {bookings.total > 0 && (
        <section className="panel">
          <header>
            <h2>Your bookings</h2>
            <span className="note">{formatCount(bookings.total, 'booking', 'bookings')}, newest first</span>
          </header>
          <BookingsTable bookings={bookings.items} timeZone={timeZone} />
          <ListPagination page={page} total={bookings.total} rows={rowsInShortList} />
        </section>
      )}
    </>
  )
}

/** `Two hours are yours, one is on hold.` */
function bookingsSentence(paid: number, held: number): string {
  if (paid === 0)
    return held > 0 ? `${countedPhrase(held, 'hour is', 'hours are')} held for you.` : 'You have no hour yet.'
  const also = held > 0 ? `, ${countedPhrase(held, 'is', 'are').toLowerCase()} on hold` : ''
  return `${countedPhrase(paid, 'hour is', 'hours are')} yours${also}.`
}
