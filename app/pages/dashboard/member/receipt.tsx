import { ArrowLeft, Printer } from 'lucide-react'
import { Link } from 'react-router'
import { listDates } from '#domain/lessons/dates.server.ts'
import { getBooking, type Booking } from '#domain/bookings/bookings.server.ts'
import { sinceWhen } from '#domain/club/club.rules.ts'
import { notFound } from '#domain/errors.ts'
import { Button } from '#app/components/button.tsx'
import { Mark } from '#app/components/mark.tsx'
import { SkipLink } from '#app/frame/skip-link.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { describeDays } from '#app/components/week-dots.tsx'
import { formatDay } from '#words/days.ts'
import { formatCount, formatDate, formatHourSpan, formatMoneyWithCents, formatTime } from '#words/format.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { methodNames } from '#words/methods.ts'
import { texts } from '#words/texts.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { capital } from '#app/pages/dashboard/words.ts'
import type { Route } from './+types/receipt.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Receipt')

export const loader = load(async ({ actor, params, page: { club } }: Route.LoaderArgs & Caller) => {
  const { payment, ...booking } = await getBooking(actor, params.id)
  if (payment === null) throw notFound('This receipt')
  return { booking, payment, club, dates: await listDates(actor, booking.id) }
})

type Data = Route.ComponentProps['loaderData']

/** A sheet of paper: what was paid, by whom, for what. The bar above it is not printed. */
export default function Receipt({ loaderData }: Route.ComponentProps) {
  const { booking, payment, club } = loaderData
  const { timeZone } = club
  return (
    <>
      <SkipLink />
      <PaperBar booking={booking} />
      <main className="receipt-desk" id="content" tabIndex={-1}>
        <article className="receipt">
          <header>
            <span className="brand">
              <Mark />
              {club.name}
            </span>
            <p>
              {club.company || `${club.name}, a fitness hub${sinceWhen(club)}`}
              <br />
              {club.address && (
                <>
                  {club.address.replaceAll('\n', ', ')}
                  <br />
                </>
              )}
              {new URL(club.publicUrl).host}
            </p>
          </header>
          <div className="receipt-title">
            <h1 className="display">Receipt</h1>
            <p className="receipt-number tabular">
              No. {payment.id.slice(0, 8).toUpperCase()}
              <br />
              {formatDate(payment.receivedAt, timeZone)}, {formatTime(payment.receivedAt, timeZone)}
            </p>
          </div>
          <Facts {...loaderData} />
          <Lines {...loaderData} />
          <dl className="receipt-foot">
            {payment.intentId && <Fact name="Transaction" value={payment.intentId} />}
            <Fact name="Booking" value={booking.id.slice(0, 13)} />
            <Fact name="Renews" value="Never by itself" />
          </dl>
          {club.demo && <p className="receipt-note">Demo club: no card was charged.</p>}
        </article>
      </main>
    </>
  )
}

function PaperBar({ booking: { id, paidAt } }: Pick<Data, 'booking'>) {
  const hydrated = useHydrated()
  return (
    <header className="receipt-bar no-print">
      <div className="wrap">
        <Link className="show" to="/dashboard/activityLog">
          <ArrowLeft className="icon" aria-hidden="true" />
          {texts.activityLog.heading}
        </Link>
        {paidAt && (
          <Link className="show" to={`/dashboard/hour/${id}`}>
            Your dates
          </Link>
        )}
        {hydrated && (
          <Button type="button" variant="primary" onClick={() => window.print()}>
            <Printer className="icon smaller" aria-hidden="true" />
            Print
          </Button>
        )}
      </div>
    </header>
  )
}

function Facts({ booking, payment, club }: Data) {
  return (
    <div className="receipt-facts">
      <div>
        <h2>Paid by</h2>
        <p>
          {booking.buyer.name}
          <br />
          {booking.buyer.email}
        </p>
      </div>
      <div>
        <h2>Paid with</h2>
        <p>{methodNames[payment.method]}</p>
      </div>
      <div>
        <h2>{endOf(booking).name}</h2>
        <p>
          {booking.paidUntil && booking.state !== 'refunded'
            ? formatDate(booking.paidUntil, club.timeZone)
            : 'Given back'}
        </p>
      </div>
    </div>
  )
}

const endOf = ({ state }: Pick<Booking, 'state'>) =>
  state === 'ended' ? { name: 'Was yours until' } : { name: 'Yours until' }

function Lines({ booking, payment, dates }: Data) {
  const { slot, trainer, slotPriceCents, plan, classes, discountCents } = booking
  const money = (cents: number) => formatMoneyWithCents(cents, booking.currency)
  const surchargeCents = payment.amountCents + discountCents - slotPriceCents
  return (
    <table className="receipt-table tabular">
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col" className="right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <b>
              {slot.name} with {trainer.name}
            </b>
            <span>
              {formatHourSpan(slot.startHour)}, {describeDays(slot.weekdays)}, one month{hoursOf(dates)}
            </span>
          </td>
          <td className="right">{money(slotPriceCents)}</td>
        </tr>
        <tr>
          <td>
            <b>{capital(plan ?? '')}</b>
            <span>{formatCount(classes ?? 0, 'class', 'classes')} in the month</span>
          </td>
          <td className="right">{money(surchargeCents)}</td>
        </tr>
        {discountCents > 0 && (
          <tr>
            <td>
              <b>Discount</b>
              <span>{booking.discountReason}</span>
            </td>
            <td className="right">{money(-discountCents)}</td>
          </tr>
        )}
        {payment.refundedCents > 0 && (
          <tr>
            <td>
              <b>Refunded</b>
              <span>{booking.refund?.reason}</span>
            </td>
            <td className="right">{money(-payment.refundedCents)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <td>{payment.refundedCents > 0 ? 'Remains paid' : 'Paid'}</td>
          <td className="right">{money(payment.amountCents - payment.refundedCents)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** `: 19 hours, from Mon 23 Nov to Mon 21 Dec`; nothing for months from before there were dates. */
function hoursOf(dates: Data['dates']): string {
  const days = dates.flatMap(({ day, because }) => (because === null ? [day] : []))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return ''
  return `: ${formatCount(days.length, 'hour', 'hours')}, from ${formatDay(first)} to ${formatDay(last)}`
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
