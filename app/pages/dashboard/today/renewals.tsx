import { LinkButton } from '#app/components/button.tsx'
import { CountdownBanner } from '#app/pages/dashboard/parts/countdown-banner.tsx'
import { shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { MemberOverviewData } from './member-overview.server.ts'

const daysMs = (days: number) => days * 24 * 60 * 60 * 1000

/** A month that ends soon and is neither renewed nor declined. */
type Renewal = Booking & { paidUntil: Date }

/** The member's months that can be renewed now, earliest end first. */
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

/** The first of them that ends within three days; none while a hold is running, which is more urgent. */
export const urgentRenewal = (data: MemberOverviewData): Renewal | undefined =>
  data.open.length > 0
    ? undefined
    : renewalsOf(data).find(({ paidUntil }) => paidUntil.getTime() - data.now.getTime() < daysMs(3))

/** Start of the renewal window. */
export const renewalOpenedAt = ({ paidUntil }: Renewal) => new Date(paidUntil.getTime() - daysMs(10))

/** `Keep 10:00 with Yuki?`, and the end of the member's priority. */
export function renewalPrompt({ slot, trainer, paidUntil }: Renewal, timeZone: string) {
  const until = `${formatLongDate(paidUntil, timeZone)}, ${formatTime(paidUntil, timeZone)}`
  return {
    heading: t('renewals.keepWith', { startHour: formatHour(slot.startHour), name: firstName(trainer.name) }),
    text: t('renewals.youComeFirstFor', { until }),
  }
}

/** Shown in the last three days of a month that can be renewed. */
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
      {...renewalPrompt(month, timeZone)}
      left={shareLeft(renewalOpenedAt(month), month.paidUntil, now)}
    >
      <LinkButton to={`/dashboard/hour/${month.id}`} variant="primary">
        {t('renewals.keepThisHour')}
      </LinkButton>
    </CountdownBanner>
  )
}
