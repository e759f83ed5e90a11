import { formatLongDate } from '#words/moments.ts'
import { formatCount } from '#words/phrases.ts'
import { greetingFor } from '#app/pages/dashboard/greeting.ts'
import { ListPages } from '#app/pages/dashboard/list-pages.tsx'
import { fewRowsAPage } from '#app/pages/dashboard/paging.ts'
import { counted } from '#app/pages/dashboard/words.ts'
import { holdOf } from '#app/pages/bookings/booking-frame.ts'
import { BookingsTable } from './bookings-table.tsx'
import { HoldBand } from './hold-band.tsx'
import { HourRows } from './hours.tsx'
import type { MemberIndexData } from './index.server.ts'
import { NextHour } from './next-hour.tsx'
import { NextSteps } from './next-steps.tsx'
import { RenewalBand, urgentRenewal } from './renewals.tsx'
import { WasTrainer } from './was-trainer.tsx'
import { YourWeek } from './your-week.tsx'

export function MemberIndex(props: MemberIndexData & { name: string; timeZone: string }) {
  const { name, now, page, hours, nextMonths, open, nextLesson, bookings, calendar, timeZone } = props
  const urgent = urgentRenewal(props)
  return (
    <>
      <h1>{greetingFor(name, now, timeZone)}</h1>
      <p className="subtitle">
        {formatLongDate(now, timeZone)}. {whatIsYours(hours.length, open.length)}
      </p>
      {open.map((booking) => {
        const hold = holdOf(booking)
        return hold && <HoldBand key={booking.id} booking={booking} hold={hold} />
      })}
      {urgent && <RenewalBand month={urgent} now={now} timeZone={timeZone} />}
      {nextLesson && <NextHour lesson={nextLesson} now={now} timeZone={timeZone} />}
      <NextSteps {...props} />
      {props.wasTrainer && <WasTrainer wasTrainer={props.wasTrainer} />}
      {calendar.hours.length > 0 && <YourWeek {...calendar} />}
      {/* whoever holds their first hour is not told to find one */}
      {(open.length === 0 || hours.length > 0) && (
        <section className="panel">
          <header>
            <h2>Your hours</h2>
          </header>
          <HourRows hours={[...hours, ...nextMonths]} dates={calendar.hours} now={now} timeZone={timeZone} />
        </section>
      )}
      {bookings.total > 0 && (
        <section className="panel">
          <header>
            <h2>Your bookings</h2>
            <span className="note">{formatCount(bookings.total, 'booking', 'bookings')}, newest first</span>
          </header>
          <BookingsTable bookings={bookings.items} timeZone={timeZone} />
          <ListPages page={page} total={bookings.total} rows={fewRowsAPage} />
        </section>
      )}
    </>
  )
}

/** `Two hours are yours, one is held.` */
function whatIsYours(paid: number, held: number): string {
  if (paid === 0)
    return held > 0 ? `${counted(held, 'hour is', 'hours are')} held for you.` : 'You hold no hour yet.'
  const also = held > 0 ? `, ${counted(held, 'is', 'are').toLowerCase()} held` : ''
  return `${counted(paid, 'hour is', 'hours are')} yours${also}.`
}
