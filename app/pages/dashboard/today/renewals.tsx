import type { Booking } from '#domain/bookings/bookings.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { CountdownBanner } from '#app/pages/dashboard/parts/countdown-banner.tsx'
import { shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import { formatHour } from '#format/hours.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { firstName } from '#format/text.ts'
import type { MemberOverviewData } from './member-overview.server.ts'

const daysMs = (days: number) => days * 24 * 60 * 60 * 1000

/** A month in its last days, of which it is not known yet whether another one follows. */
type Renewal = Booking & { paidUntil: Date }

/** The member's months that another one can follow, the one that ends first before the others. */
export const renewalsOf = ({ hours, open, nextMonths }: MemberOverviewData): Renewal[] =>
  hours
    .filter(
      (hour): hour is Renewal =>
        hour.paidUntil !== null && hour.renewalIsOpen && hour.renewal === 'undecided',
    )
    .filter(
      ({ slot }) =>
        ![...open, ...nextMonths].some((next) => next.period === 'upcoming' && next.slot.id === slot.id),
    )
    .sort((left, right) => left.paidUntil.getTime() - right.paidUntil.getTime())

/** The one that is over within three days, unless minutes of something held run out before. */
export const urgentRenewal = (data: MemberOverviewData): Renewal | undefined =>
  data.open.length > 0
    ? undefined
    : renewalsOf(data).find(({ paidUntil }) => paidUntil.getTime() - data.now.getTime() < daysMs(3))

/** Since when its holder can keep it. */
export const renewalOpenedAt = ({ paidUntil }: Renewal) => new Date(paidUntil.getTime() - daysMs(10))

/** `Keep 10:00 with Yuki?`, and until when nobody else can. */
export function renewalWords({ slot, trainer, paidUntil }: Renewal, timeZone: string) {
  const until = `${formatLongDate(paidUntil, timeZone)}, ${formatTime(paidUntil, timeZone)}`
  return {
    heading: `Keep ${formatHour(slot.startHour)} with ${firstName(trainer.name)}?`,
    text: `It is yours first until ${until}.`,
  }
}

/** The last days in which an hour is its member's before anybody else's. */
export function UrgentRenewalBanner({
  month,
  now,
  timeZone,
}: {
  month: Renewal
  now: Date
  timeZone: string
}) {
  return (
    <CountdownBanner
      {...renewalWords(month, timeZone)}
      left={shareLeft(renewalOpenedAt(month), month.paidUntil, now)}
    >
      <LinkButton to={`/dashboard/hour/${month.id}`} variant="primary">
        Keep this hour
      </LinkButton>
    </CountdownBanner>
  )
}
