import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { formatFullDay } from '#format/days.ts'
import { formatCount } from '#format/text.ts'
import { greetingFor } from './greeting.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList } from '#app/pages/dashboard/parts/page-sizes.ts'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { holdOf } from '#app/pages/bookings/booking-view.ts'
import { BookingsTable } from './bookings-table.tsx'
import { DayLine } from './day-line.tsx'
import { HoldBanner } from './hold-banner.tsx'
import { PaidMonthRows } from './paid-months.tsx'
import type { MemberOverviewData } from './member-overview.server.ts'
import { memberMoments } from './member-moments.tsx'
import { NextCard } from './next-card.tsx'
import { NextSteps } from './next-steps.tsx'
import { UrgentRenewalBanner, urgentRenewal } from './renewals.tsx'
import { FormerTrainerNote } from './former-trainer-note.tsx'

export function MemberOverview(props: MemberOverviewData & { name: string; timeZone: string }) {
  const { name, now, page, hours, nextMonths, open, bookings, calendar, timeZone } = props
  const urgent = urgentRenewal(props)
  const moments = memberMoments(props)
  return (
    <>
      <h1>{formatFullDay(calendar.today)}</h1>
      <p className="subtitle">
        {greetingFor(name, now, timeZone)}. {bookingsSentence(hours.length, open.length)}
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
      <div className="shift">
        <DayLine
          moments={moments}
          today={calendar.today}
          now={now}
          timeZone={timeZone}
          empty={hours.length === 0 && open.length === 0 && <FirstHour />}
          end={
            moments.length > 0 && (
              <Link className="show" to="/dashboard/week">
                All your dates
                <Icon of={ArrowRight} />
              </Link>
            )
          }
        />
        <div className="beside">
          <NextSteps {...props} />
          {hours.length + nextMonths.length > 0 && (
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
        </div>
      </div>
      {props.wasTrainer && <FormerTrainerNote wasTrainer={props.wasTrainer} />}
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

const FirstHour = () => (
  <NextCard
    what="Your first hour"
    who="Pick a free hour and its trainer. It’s yours for a month."
    acts={
      <LinkButton to="/hours" small variant="primary">
        Find an hour
      </LinkButton>
    }
  />
)

/** `Two hours are yours, one is on hold.` */
function bookingsSentence(paid: number, held: number): string {
  if (paid === 0)
    return held > 0 ? `${countedPhrase(held, 'hour is', 'hours are')} held for you.` : 'You have no hour yet.'
  const also = held > 0 ? `, ${countedPhrase(held, 'is', 'are').toLowerCase()} on hold` : ''
  return `${countedPhrase(paid, 'hour is', 'hours are')} yours${also}.`
}
