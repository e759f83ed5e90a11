import { LinkButton } from '#app/components/button.tsx'
import type { ExpectedPayment } from '#domain/ledger/desk-day.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

/** Holds that are paid at the desk. */
export function ExpectedPayments({ expected, timeZone }: { expected: ExpectedPayment[]; timeZone: string }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('expectedPayments.heldForTheDesk')}</h2>
        <span className="note">{t('expectedPayments.firstToEndOn')}</span>
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
                  {amountCents === null && t('expectedPayments.noPackageYet')}
                  {t('expectedPayments.withUntilOn', {
                    slotName,
                    trainerName,
                    holdExpiresAt: formatTime(holdExpiresAt, timeZone),
                    holdExpiresAt2: formatDate(holdExpiresAt, timeZone),
                  })}
                </p>
              </div>
              <LinkButton small to={`/dashboard/takePayment/${bookingId}`}>
                {t('expectedPayments.takePayment')}
                <span className="visually-hidden">{t('expectedPayments.from', { buyerName })}</span>
              </LinkButton>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
