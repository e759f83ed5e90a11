import { formatCount, formatLongDate } from '#words/format.ts'
import { greetingFor } from '#app/pages/dashboard/greeting.ts'
import { ListPages } from '#app/pages/dashboard/list-pages.tsx'
import { fewRowsAPage } from '#app/pages/dashboard/paging.ts'
import { counted } from '#app/pages/dashboard/words.ts'
import { BookingsTable } from './bookings-table.tsx'
import { Hours } from './hours.tsx'
import type { MemberIndexData } from './index.server.ts'
import { NextSteps } from './next-steps.tsx'
import { NextHour, YourWeek } from './your-week.tsx'

export function MemberIndex(props: MemberIndexData & { name: string; timeZone: string }) {
  const { name, now, page, hours, nextMonths, bookings, calendar, timeZone } = props
  return (
    <>
      <h1>{greetingFor(name, now, timeZone)}</h1>
      <p className="subtitle">
        {formatLongDate(now, timeZone)}.{' '}
        {hours.length > 0
          ? `${counted(hours.length, 'hour is', 'hours are')} yours.`
          : 'You hold no hour yet.'}
      </p>
      <NextHour {...calendar} />
      {calendar.hours.length > 0 && <YourWeek {...calendar} />}
      <div className="pair">
        <NextSteps {...props} />
        <section className="panel">
          <header>
            <h2>Your hours</h2>
          </header>
          <Hours hours={[...hours, ...nextMonths]} now={now} timeZone={timeZone} />
        </section>
      </div>
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
