import { CalendarPlus } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { texts } from '#copy/texts.ts'
import type { Day } from '#db/tables.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { datesAhead, type MemberDate } from '#domain/lessons/lessons.rules.ts'
import { formatTime, formatWeekday } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { IllustrationState } from './booking-illustration.tsx'
import { slotLine } from './booking-view.ts'

/** The content of the page for a booking that can no longer be paid. */
export type OutcomeView = {
  illustration: IllustrationState
  heading: string
  /** The next date, in large type. */
  when?: string
  text: string
  facts: [name: string, value: ReactNode][]
  action: ReactNode
  other?: ReactNode
  /** Whether the actions stand above the facts. */
  actionsFirst?: boolean
}

export type StateProps = {
  booking: Booking
  dates: readonly MemberDate[]
  /** The end of the cooling-off period; null once it is over. */
  backUntil: Date | null
  /** For an unpaid hour whose coming month has no date: the first date after it, if known. */
  freeAgain?: Day | null
  timeZone: string
}

export const paidAmountFact = (cents: number, { currency }: Booking): [string, string] => [
  t('paidState.paid'),
  formatMoney(cents, currency),
]
export const packageFact = ({ plan, classes }: Booking): [string, string] => [
  t('paidState.package'),
  `${capitalize(plan ?? '')}, ${t('paidState.class', { classes: classes ?? 0 })}`,
]

/** The next date, the bought plan and the buyer's next steps. */
export function paidView({ booking, dates, backUntil, timeZone }: StateProps): OutcomeView {
  const { paidUntil, payment, refund, trainer } = booking
  const next = datesAhead(dates)[0]
  const hasBegun = dates.some(({ because, isOver }) => because === null && isOver)
  const back: OutcomeView['facts'] = []
  if (booking.discountReason)
    back.push([
      t('paidState.discount', { discountReason: booking.discountReason }),
      formatMoney(booking.discountCents, booking.currency),
    ])
  if (payment && payment.refundedCents > 0)
    back.push([t('paidState.refunded'), formatMoney(payment.refundedCents, booking.currency)])
  if (refund && refund.failedCents > 0)
    back.push([t('paidState.stillToBeRefunded'), formatMoney(refund.failedCents, booking.currency)])
  return {
    illustration: 'paid',
    heading: texts.payment.done,
    when:
      next &&
      (hasBegun
        ? t('paidState.nextAt', { day: formatDay(next.day), startHour: formatHour(next.startHour) })
        : t('paidState.comeOnAt', { day: formatFullDay(next.day), startHour: formatHour(next.startHour) })),
    text:
      dates.length > 0
        ? t('paidState.hasYourDatesToo', { name: firstName(trainer.name), hasBegun: hasBegun ? 'yes' : 'no' })
        : t('paidState.wereSettingUpYour'),
    facts: [
      paidAmountFact(payment?.amountCents ?? 0, booking),
      ...back,
      packageFact(booking),
      [t('paidState.yourHour'), slotLine(booking)],
      ...(paidUntil
        ? [
            [
              t('paidState.yoursUntil'),
              formatLastHour(paidUntil, booking.slot, timeZone),
            ] satisfies OutcomeView['facts'][number],
          ]
        : []),
      ...(backUntil && payment ? [coolingOffNote(booking, payment.amountCents, backUntil, timeZone)] : []),
    ],
    actionsFirst: true,
    action: (
      <div className="button-row">
        <LinkButton to="/dashboard/calendar" variant="primary">
          <Icon of={CalendarPlus} />
          {t('paidState.addToCalendar')}
        </LinkButton>
        {payment && <LinkButton to={`/dashboard/receipt/${booking.id}`}>{t('paidState.receipt')}</LinkButton>}
        <LinkButton to="/">{texts.myProfile.goHome}</LinkButton>
      </div>
    ),
    other: (
      <Link className="text-link-strong" to={`/dashboard/hour/${booking.id}`}>
        {t('paidState.keepPauseOrGive')}
      </Link>
    ),
  }
}

/** A link to the page of the month, during the cooling-off period. */
const coolingOffNote = (
  { id, currency }: Booking,
  cents: number,
  until: Date,
  timeZone: string,
): OutcomeView['facts'][number] => [
  t('paidState.changedYourMind'),
  <Link key="back" className="text-link-strong" to={`/dashboard/hour/${id}`}>
    {t('paidState.allBackUntil', {
      cents: formatMoney(cents, currency),
      until: formatWeekday(until, timeZone),
      until2: formatTime(until, timeZone),
    })}
  </Link>,
]
