import { X } from 'lucide'
import { Form, Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { t } from '#messages/t.ts'

/** Dates are formatted on the server, as on every public page. */
export type NewBooking = {
  bookingId: string
  /** False for a month that cost nothing. */
  hasReceipt: boolean
  buyer: string
  trainer: Booking['trainer']
  hour: string
  what: string
}

/** A banner after a payment: the first hour, the trainer, the last date. Shown until that hour, or until closed. */
export function NewBookingBanner({ bookingId, hasReceipt, buyer, trainer, hour, what }: NewBooking) {
  return (
    <section className="new-booking-banner" aria-label={t('newBookingBanner.yourNewHour')}>
      <div className="wrap">
        <PortraitPicture portrait={trainer.picture} alt="" sizes="(max-width: 700px) 88px, 176px" eager />
        <div>
          <p className="say">{t('newBookingBanner.theHourIsYours', { buyer })}</p>
          <p className="hour">{hour}</p>
          <p className="then">{what}</p>
        </div>
        <div className="acts">
          <LinkButton to="/dashboard/calendar" variant="solid">
            {t('newBookingBanner.addToCalendar')}
          </LinkButton>
          <Link className="text-link-strong" to={`/dashboard/hour/${bookingId}`}>
            {t('newBookingBanner.yourDates')}
          </Link>
          {hasReceipt && (
            <Link className="text-link-strong" to={`/dashboard/receipt/${bookingId}`}>
              {t('newBookingBanner.receipt')}
            </Link>
          )}
        </div>
        <Form method="post" action="/?index" replace preventScrollReset>
          <HiddenFields values={{ intent: 'close', bookingId }} />
          <button className="icon-button" aria-label={t('newBookingBanner.close')}>
            <Icon of={X} smaller />
          </button>
        </Form>
      </div>
    </section>
  )
}
