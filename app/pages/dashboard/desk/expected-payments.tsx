import type { ExpectedPayment } from '#domain/ledger/desk-day.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'

/** Holds that are paid at the desk. */
export function ExpectedPayments({ expected, timeZone }: { expected: ExpectedPayment[]; timeZone: string }) {
  return (
    <section className="panel">
      <header>
        <h2>Held for the desk</h2>
        <span className="note">first to end on top</span>
      </header>
      <ul className="todo">
        {expected.map(
          ({ bookingId, buyerName, slotName, trainerName, amountCents, currency, holdExpiresAt }) => (
            <li key={bookingId}>
              <div>
                <b className="anywhere">
                  {buyerName}
                  {amountCents !== null && `, ${formatMoney(amountCents, currency)}`}
                </b>
                <p className="anywhere">
                  {amountCents === null && 'No package yet. '}
                  {slotName} with {trainerName}, until {formatTime(holdExpiresAt, timeZone)} on{' '}
                  {formatDate(holdExpiresAt, timeZone)}
                </p>
              </div>
              <LinkButton small to={`/dashboard/takePayment/${bookingId}`}>
                Take payment<span className="visually-hidden"> from {buyerName}</span>
              </LinkButton>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
