import { useEffect, useRef, useState } from 'react'
import { formatCountdown } from '#format/hours.ts'
import { TimerRing } from '#app/components/timer-ring.tsx'

export type Hold = {
  /** ISO 8601. */
  expiresAt: string
  /** The server's time when the page was made, ISO 8601: the person's own clock may be wrong. */
  now: string
  /** It is the month after an own one: nobody else can have it before that ends, hold or none. */
  isRenewal: boolean
}

/** Seconds that a hold runs. */
export const wholeHold = 15 * 60

type Props = { hold: Hold; onExpire?: () => void }

/** How long a held hour stays held, in a box with the reason why. */
export function HoldTimer({ hold, onExpire }: Props) {
  const seconds = useSecondsLeft(hold, onExpire)
  if (seconds <= 0) {
    return (
      <div className="hold-note">
        <TimerRing left={0} />
        <div>
          <b>The time is up.</b>
          <br />
          {hold.isRenewal
            ? 'The hour is still yours first: hold it again.'
            : 'Somebody else may take this hour now.'}
        </div>
      </div>
    )
  }
  return (
    <div className="hold-note">
      <TimerRing left={seconds / wholeHold} />
      <div>
        <span role="timer">
          <b className="tabular">{formatCountdown(seconds)}</b> left.
        </span>
        <br />
        {hold.isRenewal
          ? 'Nobody else can have this hour before your month ends.'
          : 'Nobody else can take this hour until then.'}
      </div>
      <Announcement seconds={seconds} />
    </div>
  )
}

/** The same as a few words, for the sticky line. */
export function HoldTimerLine({ hold }: Props) {
  const seconds = useSecondsLeft(hold)
  return (
    <span className="tabular time-left">
      <TimerRing left={seconds / wholeHold} />
      {seconds > 0 ? `${formatCountdown(seconds)} left` : 'Time is up'}
    </span>
  )
}

/** Said aloud twice only: a countdown that speaks each second would drown the page. */
function Announcement({ seconds }: { seconds: number }) {
  const words = seconds <= 60 ? 'One minute left to pay.' : seconds <= 300 ? 'Five minutes left to pay.' : ''
  return (
    <span className="visually-hidden" role="status">
      {words}
    </span>
  )
}

/**
 * Seconds until the hold ends. The first answer is the server's, so that both render alike; from then on it
 * counts from the moment the page arrived, whatever the person's clock says.
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
