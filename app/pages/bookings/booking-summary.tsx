import type { ReactNode } from 'react'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { HoldTimer, HoldTimerLine, type Hold } from './hold-timer.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'

type WithWhom = {
  trainer: { name: string; portrait: Portrait | null }
  /** `Slot 2, 07:00 to 08:00`. */
  slot: string
}

type Props = WithWhom & {
  /** `Monday to Friday`. */
  days: string
  rows: { name: string; value: ReactNode }[]
  /** The last row, large. */
  total?: { name: string; value: string }
  hold?: Hold
  onExpire?: () => void
  /** What stands below it: letting the hour go. */
  children?: ReactNode
}

/** The booking beside the plans and the card. */
export function BookingSummary({ trainer, slot, days, rows, total, hold, onExpire, children }: Props) {
  return (
    <aside className="summary" aria-label="Your booking">
      <h2 className="head">Your booking</h2>
      <div className="with-whom">
        <PortraitPicture portrait={trainer.portrait} alt="" sizes="64px" />
        <div>
          <b className="head">{trainer.name}</b>
          <div className="text-small">{slot}</div>
          <div className="note">{days}</div>
        </div>
      </div>
      <dl>
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {total && (
          <div className="total">
            <dt>{total.name}</dt>
            <dd>{total.value}</dd>
          </div>
        )}
      </dl>
      {hold && <HoldTimer hold={hold} onExpire={onExpire} />}
      {children}
    </aside>
  )
}

/** The booking as one sticky line, on phones only. */
export function BookingLine({ trainer, slot, hold }: WithWhom & { hold?: Hold }) {
  return (
    <div className="mini-summary only-phone">
      <PortraitPicture portrait={trainer.portrait} alt="" sizes="36px" />
      <div>
        <b>{trainer.name}</b>
        <span>{slot}</span>
      </div>
      {hold && <HoldTimerLine hold={hold} />}
    </div>
  )
}
