import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { deskHoldHours } from '#domain/bookings/bookings.rules.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { formatTime, formatWeekday } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { slotLine } from './booking-view.ts'

/** The alternative to paying by card, or the only way where the club takes no cards. */
export function PayAtDesk({ takesCards }: { takesCards: boolean }) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className={classNames('stack tight', takesCards && 'above-6')}>
      <h2 className="head">{takesCards ? t('payAtDesk.orPayAtThe') : t('payAtDesk.payAtTheDesk')}</h2>
      <p className="note">{t('payAtDesk.wellHoldTheHour', { deskHoldHours })}</p>
      <Button variant={takesCards ? undefined : 'primary'} pending={pending}>
        {t('payAtDesk.payAtTheDesk')}
      </Button>
    </Form>
  )
}

type Props = { booking: Booking; timeZone: string; takesCards: boolean }

/** A hold that will be paid at the desk, and its deadline. */
export function DeskHold({ booking, timeZone, takesCards }: Props) {
  const { amountCents, currency, holdExpiresAt, trainer } = booking
  return (
    <section className="stack tight" aria-labelledby="held-for-desk">
      <h2 className="head head-large" id="held-for-desk">
        {t('payAtDesk.payAtTheDesk')}
      </h2>
      {holdExpiresAt && (
        <p className="lead">
          {t('payAtDesk.until', {
            holdExpiresAt: formatWeekday(holdExpiresAt, timeZone),
            holdExpiresAt2: formatTime(holdExpiresAt, timeZone),
          })}
        </p>
      )}
      <p>
        {t('payAtDesk.withIsHeldFor', { slotLine: slotLine(booking), name: trainer.name })}
        <b>{formatMoney(amountCents ?? 0, currency)}</b>
        {t('payAtDesk.yourMonthBeginsOnce')}
      </p>
      {takesCards && (
        <p>
          <Link className="text-link-strong" to="?card">
            {t('payAtDesk.payByCardInstead')}
          </Link>
        </p>
      )}
    </section>
  )
}
