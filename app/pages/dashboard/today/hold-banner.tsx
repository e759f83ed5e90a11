import type { Booking } from '#domain/bookings/bookings.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { useSecondsLeft, wholeHold, type Hold } from '#app/pages/bookings/hold-timer.tsx'
import { CountdownBanner } from '#app/pages/dashboard/parts/countdown-banner.tsx'
import { formatCountdown, formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'

/** An hour that is held and not paid yet: minutes are left of it. */
export function HoldBanner({ booking, hold }: { booking: Booking; hold: Hold }) {
  const seconds = useSecondsLeft(hold)
  const { id, plan, slot, trainer } = booking
  const hour = `${formatHour(slot.startHour)} with ${firstName(trainer.name)}`
  const act = plan ? 'Pay' : 'Choose a plan'
  return (
    <CountdownBanner
      heading={hold.isRenewal ? `Another month of ${hour} is held` : `${hour} is held`}
      left={seconds / wholeHold}
      text={
        seconds > 0 ? (
          <>
            <span className="tabular">{formatCountdown(seconds)}</span> left. {act}
            {hold.isRenewal
              ? '; nobody else can have it before your month ends.'
              : ', or somebody else can take it.'}
          </>
        ) : (
          `The time is up. ${hold.isRenewal ? 'The hour is still yours first.' : 'Somebody else may take it now.'}`
        )
      }
    >
      <LinkButton to={plan ? `/dashboard/payment/${id}` : `/trainerBooked/${id}`} variant="primary">
        {act}
      </LinkButton>
    </CountdownBanner>
  )
}
