import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { formatCountdown } from '#format/hours.ts'
import { t } from '#messages/t.ts'
import { readClocks, wasSuspended } from './device-sleep.ts'

export type Hold = {
  /** ISO 8601. */
  expiresAt: string
  /** The server's time at rendering, ISO 8601, since the client's clock may be wrong. */
  now: string
  /** Whether it renews the buyer's own month; until that ends no other person can have the slot. */
  isRenewal: boolean
}

/** The length of a hold in seconds. */
export const wholeHold = 15 * 60

type Props = { hold: Hold; onExpire?: () => void }

/** The remaining time of a hold. */
export function HoldTimer({ hold, onExpire }: Props) {
  const seconds = useSecondsLeft(hold, onExpire)
  useReloadAfterSleep(hold)
  if (seconds <= 0) {
    return (
      <div className="hold-note">
        <TimerRing left={0} />
        <div>
          <b>{t('holdTimer.timesUp')}</b>
          <br />
          {hold.isRenewal ? t('holdTimer.youStillComeFirst') : t('holdTimer.someoneElseCanTake')}
        </div>
      </div>
    )
  }
  return (
    <div className="hold-note">
      <TimerRing left={seconds / wholeHold} />
      <div>
        <span role="timer">
          <b className="tabular">{formatCountdown(seconds)}</b>
          {t('holdTimer.left')}
        </span>
        <br />
        {hold.isRenewal ? t('holdTimer.noOneElseCan') : t('holdTimer.noOneElseCan2')}
      </div>
      <Announcement seconds={seconds} />
    </div>
  )
}

/** The remaining time in short, for the sticky line. */
export function HoldTimerLine({ hold }: Props) {
  const seconds = useSecondsLeft(hold)
  return (
    <span className="tabular time-left">
      <TimerRing left={seconds / wholeHold} />
      {seconds > 0 ? t('holdTimer.left2', { seconds: formatCountdown(seconds) }) : t('holdTimer.timesUp2')}
    </span>
  )
}

/** Announces the remaining time to screen readers, at five minutes and at one. */
function Announcement({ seconds }: { seconds: number }) {
  const words =
    seconds <= 60 ? t('holdTimer.oneMinuteLeftTo') : seconds <= 300 ? t('holdTimer.fiveMinutesLeftTo') : ''
  return (
    <span className="visually-hidden" role="status">
      {words}
    </span>
  )
}

/**
 * Returns the seconds until the hold ends. The first value is the server's, for a matching hydration. Later
 * ones count from the page's arrival, independent of the client's clock.
 */
export function useSecondsLeft(
  { expiresAt, now }: Pick<Hold, 'expiresAt' | 'now'>,
  onExpire?: () => void,
): number {
  const atStart = Math.max(0, (Date.parse(expiresAt) - Date.parse(now)) / 1000)
  const [seconds, setSeconds] = useState(atStart)
  const expire = useRef(onExpire)
  useEffect(() => {
    expire.current = onExpire
  })
  useEffect(() => {
    const began = performance.now()
    const tick = () => {
      const left = Math.max(0, atStart - (performance.now() - began) / 1000)
      setSeconds(left)
      if (left > 0) return
      clearInterval(timer)
      if (atStart > 0) expire.current?.()
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [atStart, expiresAt, now])
  return seconds
}

/** Reloads the hold after the device slept, because the browser's own clock can stand still meanwhile. */
export function useReloadAfterSleep({ now }: Pick<Hold, 'now'>) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const began = readClocks()
    let isReloading = false
    const check = async () => {
      if (isReloading || !wasSuspended(began, readClocks())) return
      isReloading = true
      // a failed reload would replace the page, so the network is tried first
      const isReachable = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
        () => true,
        () => false,
      )
      if (isReachable) await revalidate()
      isReloading = false
    }
    const timer = setInterval(() => void check(), 1000)
    return () => clearInterval(timer)
  }, [now, revalidate])
}
