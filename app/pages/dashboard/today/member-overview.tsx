import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { holdOf } from '#app/pages/bookings/booking-view.ts'
import { countedPhrase, countedPhraseInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList } from '#app/pages/dashboard/parts/page-sizes.ts'
import { formatDate } from '#format/date-time.ts'
import { formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { BookingsTable } from './bookings-table.tsx'
import { DayLine } from './day-line.tsx'
import { FormerTrainerNote } from './former-trainer-note.tsx'
import { greetingFor } from './greeting.ts'
import { HoldBanner } from './hold-banner.tsx'
import { memberMoments } from './member-moments.tsx'
import type { MemberOverviewData } from './member-overview.server.ts'
import { NextCard } from './next-card.tsx'
import { NextSteps } from './next-steps.tsx'
import { PaidMonthRows } from './paid-months.tsx'
import { UrgentRenewalBanner, urgentRenewal } from './renewals.tsx'

export function MemberOverview(props: MemberOverviewData & { name: string; timeZone: string }) {
  const { name, now, page, hours, nextMonths, open, bookings, calendar, membership, timeZone } = props
  const urgent = urgentRenewal(props)
  const moments = memberMoments(props)
  return (
    <>
      <h1>{formatFullDay(calendar.today)}</h1>
      <p className="subtitle">
        {greetingFor(name, now, timeZone)}. {bookingsSentence(hours.length, open.length, membership !== null)}
        {membership && ` ${membershipSentence(membership, timeZone)}`}
      </p>
      {props.signWaiverAt && (
        <p className="above-3">
          <Link to={props.signWaiverAt}>{t('memberOverview.signTheWaiver')}</Link>
          {t('memberOverview.beforeYouComeIt')}
        </p>
      )}
      {props.unpaidUntil && (
        <FormError>
          <b>{t('memberOverview.membershipNotPaid')}.</b>{' '}
          {t('memberOverview.itEndsOn', { day: formatDate(props.unpaidUntil, timeZone) })}{' '}
          <Link to="/dashboard/membership">{t('memberOverview.seeYourMembership')}</Link>
        </FormError>
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
          empty={hours.length === 0 && open.length === 0 && (membership ? <FirstClass /> : <FirstHour />)}
          end={
            moments.length > 0 && (
              <Link className="show" to="/dashboard/week">
                {t('memberOverview.allYourDates')}
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
                <h2>{t('memberOverview.yourHours')}</h2>
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
            <h2>{t('memberOverview.yourBookings')}</h2>
            <span className="note">{t('memberOverview.bookingNewestFirst', { total: bookings.total })}</span>
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
    what={t('memberOverview.yourFirstHour')}
    who={t('memberOverview.pickAFreeHour')}
    acts={
      <LinkButton to="/hours" small variant="primary">
        {t('memberOverview.findAnHour')}
      </LinkButton>
    }
  />
)

const FirstClass = () => (
  <NextCard
    what={t('memberOverview.yourNextClass')}
    who={t('memberOverview.itIsInYourMembership')}
    acts={
      <LinkButton to="/timetable" small variant="primary">
        {t('membership.bookAClass')}
      </LinkButton>
    }
  />
)

type MembershipLeft = NonNullable<MemberOverviewData['membership']>

/** `7 of 8 classes are left until 27 Dec 2026.` */
const membershipSentence = ({ given, used, paidUntil }: MembershipLeft, timeZone: string) =>
  given === null
    ? t('memberOverview.asManyClassesUntil', { day: formatDate(paidUntil, timeZone) })
    : t('memberOverview.classesLeftUntil', {
        left: given - used,
        given,
        day: formatDate(paidUntil, timeZone),
      })

/** `Two hours are yours, one is on hold.` Empty for members of a membership without an hour. */
function bookingsSentence(paid: number, held: number, hasMembership: boolean): string {
  if (paid + held === 0 && hasMembership) return ''
  if (paid === 0)
    return held > 0
      ? t('memberOverview.heldForYou', {
          countedPhrase: countedPhrase(held, t('memberOverview.hourIs'), t('memberOverview.hoursAre')),
        })
      : t('memberOverview.youHaveNoHour')
  const also =
    held > 0
      ? t('memberOverview.onHold', {
          countedPhraseInSentence: countedPhraseInSentence(
            held,
            t('memberOverview.is'),
            t('memberOverview.are'),
          ),
        })
      : ''
  return t('memberOverview.yours', {
    countedPhrase: countedPhrase(paid, t('memberOverview.hourIs'), t('memberOverview.hoursAre')),
    also,
  })
}
