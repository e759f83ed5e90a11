import { X } from 'lucide-react'
import { Form, Link } from 'react-router'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { describeDays } from '#app/components/week-dots.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { formatDate, formatHour, formatHourSpan } from '#words/format.ts'

export type FreshHour = {
  bookingId: string
  buyer: string
  trainer: Booking['trainer']
  hour: string
  what: string
}

/** What the band says of a booking, as text: no page of the club formats dates in the browser. */
export function freshHourOf({ id, buyer, trainer, slot, paidUntil }: Booking, timeZone: string): FreshHour {
  const until = paidUntil ? `, yours until ${formatDate(paidUntil, timeZone)}` : ''
  return {
    bookingId: id,
    buyer: buyer.name.split(' ')[0] ?? buyer.name,
    trainer,
    hour: formatHour(slot.startHour),
    what: `${slot.name}, ${formatHourSpan(slot.startHour)}, ${describeDays(slot.weekdays)}${until}.`,
  }
}

/** Greets whoever has just paid: with whom, which hour, until when. It stays for a day, or until it is closed. */
export function FreshHourBand({ bookingId, buyer, trainer, hour, what }: FreshHour) {
  return (
    <section className="fresh-hour" aria-label="Your new hour">
      <div className="wrap">
        <PortraitPicture portrait={trainer.picture} alt="" sizes="(max-width: 700px) 88px, 176px" eager />
        <div>
          <p className="say">The hour is yours, {buyer}.</p>
          <p className="hour">
            {hour} with {trainer.name}
          </p>
          <p className="then">{what}</p>
        </div>
        <div className="acts">
          <LinkButton to="/dashboard" variant="solid">
            See your hours
          </LinkButton>
          <Link className="text-link-strong" to={`/dashboard/receipt/${bookingId}`}>
            Receipt
          </Link>
        </div>
        <Form method="post" action="/?index" replace preventScrollReset>
          <HiddenFields values={{ act: 'close', bookingId }} />
          <button className="icon-button" aria-label="Close">
            <X className="icon smaller" aria-hidden="true" />
          </button>
        </Form>
      </div>
    </section>
  )
}
