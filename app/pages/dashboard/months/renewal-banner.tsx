import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { CountdownBanner } from '#app/pages/dashboard/parts/countdown-banner.tsx'
import { shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import { formatDate, formatLongDate, formatTime } from '#format/date-time.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { formatMoney } from '#format/money.ts'
import { endSentence } from '#format/text.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import type { MonthData } from './month-data.server.ts'

/** In the last days of a month: the next one, before anybody else has it. Nothing at other times. */
export function RenewalBanner({
  booking,
  next,
  nextUntil,
  nextWeekdays,
  renewalOpensAt,
  isOffered,
  now,
  timeZone,
}: MonthData) {
  const { paidUntil } = booking
  if (!paidUntil || booking.period === 'upcoming' || booking.state !== 'paid') return null
  const left = shareLeft(renewalOpensAt, paidUntil, now)
  const end = formatDate(nextUntil, timeZone)
  if (next?.buyerId === booking.buyer.id)
    return next.state === 'paid' ? (
      <CountdownBanner
        heading={t('renewalBanner.itsYoursUntil', {
          nextUntil: formatLastHour(
            nextUntil,
            { startHour: booking.slot.startHour, weekdays: nextWeekdays },
            timeZone,
          ),
        })}
        text={t('renewalBanner.theNextMonthIs')}
        left={1}
      >
        <LinkButton to={`/dashboard/hour/${next.bookingId}`}>{t('renewalBanner.seeNextMonth')}</LinkButton>
      </CountdownBanner>
    ) : (
      <CountdownBanner
        heading={t('renewalBanner.theNextMonthIs2')}
        text={t('renewalBanner.itsYoursOnceYouve', {
          renewal: booking.renewal === 'declined' ? 'yes' : 'no',
        })}
        left={left}
      >
        <LinkButton to={`/trainerBooked/${next.bookingId}`} variant="primary">
          {t('renewalBanner.continueToPayment')}
        </LinkButton>
      </CountdownBanner>
    )
  const isDecided = booking.renewal === 'declined' || booking.renewal === 'automatic'
  if (!booking.renewalIsOpen || isDecided || next || !isOffered) return null
  const days = describeDays(nextWeekdays)
  const otherDays =
    days === describeDays(booking.slot.weekdays)
      ? ''
      : t('renewalBanner.itsDaysAreFor', {
          days,
          slotPrice: formatMoney(booking.slotPriceCents, booking.currency),
        })
  return (
    <CountdownBanner
      heading={t('renewalBanner.keepItForAnother')}
      text={t('renewalBanner.youComeFirstFor', {
        paidUntil: formatLongDate(paidUntil, timeZone),
        paidUntil2: formatTime(paidUntil, timeZone),
        end: endSentence(end),
        otherDays,
      })}
      left={left}
    >
      <Form method="post">
        <HiddenFields values={{ intent: 'keep', priceCents: String(booking.slotPriceCents) }} />
        <Button variant="primary">{t('renewalBanner.keepThisHour')}</Button>
      </Form>
    </CountdownBanner>
  )
}
