import { Form, Link, useNavigation } from 'react-router'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { deskHoldHours } from '#domain/bookings/bookings.rules.ts'
import { Button } from '#app/components/button.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { formatTime, formatWeekday } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { slotLine } from './booking-view.ts'

/** The alternative to paying by card, or the only way where the club takes no cards. */
export function PayAtDesk({ takesCards }: { takesCards: boolean }) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className={classNames('stack tight', takesCards && 'above-6')}>
      <h2 className="head">{takesCards ? 'Or pay at the desk' : 'Pay at the desk'}</h2>
      <p className="note">
        We’ll hold the hour for you for {deskHoldHours} hours from when you booked it. Come by with cash or a
        card.
      </p>
      <Button variant={takesCards ? undefined : 'primary'} pending={pending}>
        Pay at the desk
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
        Pay at the desk
      </h2>
      {holdExpiresAt && (
        <p className="lead">
          Until {formatWeekday(holdExpiresAt, timeZone)}, {formatTime(holdExpiresAt, timeZone)}.
        </p>
      )}
      <p>
        {slotLine(booking)} with {trainer.name} is held for you. Bring{' '}
        <b>{formatMoney(amountCents ?? 0, currency)}</b>; your month begins once it is paid.
      </p>
      {takesCards && (
        <p>
          <Link className="text-link-strong" to="?card">
            Pay by card instead
          </Link>
        </p>
      )}
    </section>
  )
}
