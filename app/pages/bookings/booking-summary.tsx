import type { ReactNode } from 'react'
import { classNames } from '#app/components/join-class-names.ts'
import { PortraitPicture } from '#app/components/picture.tsx'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { HoldTimer, HoldTimerLine, type Hold } from './hold-timer.tsx'

type BookingSubject = {
  trainer: { name: string; portrait: Portrait | null }
  /** `Slot 2, 07:00 to 08:00`. */
  slot: string
}

/** `days` as in `Monday to Friday`. */
type BookingTrainerProps = BookingSubject & { days: string }

type Props = BookingTrainerProps & {
  /** The heading for another person's booking. */
  heading?: string
  rows: { name: string; value: ReactNode; className?: string }[]
  /** The last row, large. */
  total?: { name: string; value: string; className?: string }
  hold?: Hold
  onExpire?: () => void
  /** Actions below the summary, such as releasing the hold. */
  children?: ReactNode
}

/** The booking, beside the plans and the card form. */
export function BookingSummary({
  heading = t('bookingSummary.yourBooking'),
  trainer,
  slot,
  days,
  rows,
  total,
  hold,
  onExpire,
  children,
}: Props) {
  return (
    <aside className="summary" aria-label={heading}>
      <h2 className="head">{heading}</h2>
      <BookingTrainer trainer={trainer} slot={slot} days={days} />
      <dl>
        {rows.map(({ name, value, className }) => (
          <div key={name} className={className}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {total && (
          <div className={classNames('total', total.className)}>
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

/** The trainer's portrait beside the slot. */
export function BookingTrainer({ trainer, slot, days }: BookingTrainerProps) {
  return (
    <div className="with-whom">
      <PortraitPicture portrait={trainer.portrait} alt="" sizes="64px" />
      <div>
        <b className="head">{trainer.name}</b>
        <div className="text-small">{slot}</div>
        <div className="note">{days}</div>
      </div>
    </div>
  )
}

type LineProps = BookingSubject & {
  /** `Fri 27 Nov, 07:00`; null for a booking without dates. */
  first: string | null
  /** `Mira Okafor, 20 hours` */
  about: string
  price?: string
  hold?: Hold
}

/** The booking as one sticky line with its first date, for small screens. */
export function BookingLine({ trainer, slot, first, about, price, hold }: LineProps) {
  return (
    <div className="mini-summary only-small">
      <PortraitPicture portrait={trainer.portrait} alt="" sizes="36px" />
      <div>
        <b>{first ?? slot}</b>
        <span>{about}</span>
      </div>
      <p className="sum-and-time">
        {price && <b className="sum">{price}</b>}
        {hold && <HoldTimerLine hold={hold} />}
      </p>
    </div>
  )
}
