import { MonthDates } from '#app/components/month-dates.tsx'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList } from '#app/pages/dashboard/parts/page-sizes.ts'
import type { MemberLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { DateRows } from './date-rows.tsx'

/** Days of the past that are shown as dots. */
export const recentDays = 35

export type Past = {
  /** Dates of the recent days. */
  recent: MemberLesson[]
  /** A page of the dates that went otherwise than planned. */
  items: MemberLesson[]
  total: number
  page: number
}

/** Past dates of a member: a dot each for the recent ones, and a row for each that went otherwise than planned. */
export function PastDates({ past, today, timeZone }: { past: Past; today: string; timeZone: string }) {
  const months = Map.groupBy(past.recent, ({ bookingId }) => bookingId)
  return (
    <section className="panel" id="past">
      <header>
        <h2>{t('yourDates.past')}</h2>
        <span className="note">{t('yourDates.lastFiveWeeks')}</span>
      </header>
      {months.size === 0 && <p className="note">{t('yourDates.noHourInTheLast')}</p>}
      {[...months].map(([bookingId, dates]) => (
        <div key={bookingId} className="past-month">
          <h3 className="week-head">{nameOf(dates[0]!)}</h3>
          <MonthDates dates={dates} ahead={{ kind: 'on', word: t('yourDates.yours') }} />
        </div>
      ))}
      {past.total > 0 && (
        <>
          <h3 className="week-head">
            <span>{t('yourDates.notAsPlanned')}</span>
            <span>{t('yourDates.newestFirst')}</span>
          </h3>
          <DateRows hours={past.items} today={today} timeZone={timeZone} />
          <ListPagination
            page={past.page}
            total={past.total}
            rows={rowsInShortList}
            parameter="past"
            of={t('yourDates.pastDates')}
          />
        </>
      )}
    </section>
  )
}

const nameOf = ({ startHour, name }: MemberLesson) =>
  t('yourDates.hourWith', { startHour: formatHour(startHour), name: firstName(name) })
