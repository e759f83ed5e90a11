import { LinkButton } from '#app/components/button.tsx'
import { useReloadAfterSleep, useSecondsLeft, wholeHold, type Hold } from '#app/pages/bookings/hold-timer.tsx'
import { CountdownBanner } from '#app/pages/dashboard/parts/countdown-banner.tsx'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { formatCountdown, formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Counts down the minutes of an unpaid hold. */
export function HoldBanner({ booking, hold }: { booking: Booking; hold: Hold }) {
  const seconds = useSecondsLeft(hold)
  useReloadAfterSleep(hold)
  const { id, plan, slot, trainer } = booking
  const hour = t('holdBanner.with', { startHour: formatHour(slot.startHour), name: firstName(trainer.name) })
  const nextStep = plan ? t('holdBanner.pay') : t('holdBanner.chooseAPlan')
  return (
    <CountdownBanner
      heading={hold.isRenewal ? t('holdBanner.anotherMonthOfIs', { hour }) : t('holdBanner.isHeld', { hour })}
      left={seconds / wholeHold}
      text={
        seconds > 0 ? (
          <>
            <span className="tabular">{formatCountdown(seconds)}</span>
            {t('holdBanner.leftNoOneElse', { nextStep, isRenewal: hold.isRenewal ? 'yes' : 'no' })}
          </>
        ) : (
          t('holdBanner.timesUpYouStill', { isRenewal: hold.isRenewal ? 'yes' : 'no' })
        )
      }
    >
      <LinkButton to={plan ? `/dashboard/payment/${id}` : `/trainerBooked/${id}`} variant="primary">
        {nextStep}
      </LinkButton>
    </CountdownBanner>
  )
}
