import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { useReloadAfterSleep, useSecondsLeft, wholeHold, type Hold } from '#app/pages/bookings/hold-timer.tsx'
import { CountdownBanner } from '#app/pages/dashboard/parts/countdown-banner.tsx'
import { formatCountdown, formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'

/** Counts down the minutes of an unpaid hold. */
export function HoldBanner({ booking, hold }: { booking: Booking; hold: Hold }) {
  const seconds = useSecondsLeft(hold)
  useReloadAfterSleep(hold)
  const { id, plan, slot, trainer } = booking
  const hour = `${formatHour(slot.startHour)} with ${firstName(trainer.name)}`
  const nextStep = plan ? 'Pay' : 'Choose a plan'
  return (
    <CountdownBanner
      heading={hold.isRenewal ? `Another month of ${hour} is held` : `${hour} is held`}
      left={seconds / wholeHold}
      text={
        seconds > 0 ? (
          <>
            <span className="tabular">{formatCountdown(seconds)}</span> left. {nextStep}
            {hold.isRenewal
              ? '; no one else can have it before your month ends.'
              : ', or someone else can take it.'}
          </>
        ) : (
          `Time’s up. ${hold.isRenewal ? 'You still come first for this hour.' : 'Someone else can take it now.'}`
        )
      }
    >
      <LinkButton to={plan ? `/dashboard/payment/${id}` : `/trainerBooked/${id}`} variant="primary">
        {nextStep}
      </LinkButton>
    </CountdownBanner>
  )
}
