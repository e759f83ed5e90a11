import { CircleDollarSign } from 'lucide'
import { Icon } from '#app/components/icon.tsx'
import { texts } from '#copy/texts.ts'
import type { Balance } from '#domain/ledger/balance.server.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

/** The two totals and the sums they are made of. */
export function BalanceTotals({ totals }: { totals: Balance }) {
  const { received, refunded, disputed, fees, paidOut } = totals
  const lessFees = fees.count > 0 ? t('balanceTotals.andCardFeesOf', { cents: formatMoney(fees.cents) }) : ''
  const lessDisputed =
    disputed.cents === 0 ? '' : t('balanceTotals.disputed', { cents: formatMoney(disputed.cents) })
  return (
    <div className="stat-cards">
      <Total
        name={texts.balance.totalRemainingBalance}
        cents={totals.totalRemainingCents}
        note={t('balanceTotals.lessPayoutsOf', {
          totalPayment: formatMoney(totals.totalPaymentCents),
          cents: formatMoney(paidOut.cents),
          lessFees,
        })}
      />
      <Total
        name={texts.balance.totalPayment}
        cents={totals.totalPaymentCents}
        note={t('balanceTotals.receivedLessRefunded', {
          cents: formatMoney(received.cents),
          cents2: formatMoney(refunded.cents),
          lessDisputed,
        })}
      />
      <div className="stat-card">
        <table>
          <tbody>
            <tr>
              <th scope="row">{t('balanceTotals.receivedPayment', { count: received.count })}</th>
              <td>{formatMoney(received.cents)}</td>
            </tr>
            <tr>
              <th scope="row">{t('balanceTotals.refundedEntry', { count: refunded.count })}</th>
              <td>{formatMoney(-refunded.cents)}</td>
            </tr>
            {disputed.count > 0 && (
              <tr>
                <th scope="row">{t('balanceTotals.disputedEntry', { count: disputed.count })}</th>
                <td>{formatMoney(-disputed.cents)}</td>
              </tr>
            )}
            {fees.count > 0 && (
              <tr>
                <th scope="row">{t('balanceTotals.cardFeesEntry', { count: fees.count })}</th>
                <td>{formatMoney(-fees.cents)}</td>
              </tr>
            )}
            <tr>
              <th scope="row">{t('balanceTotals.payouts')}</th>
              <td>{formatMoney(-paidOut.cents)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Total({ name, cents, note }: { name: string; cents: number; note: string }) {
  return (
    <div className="stat-card">
      <h2 className="stat-card-name">
        <Icon of={CircleDollarSign} />
        {name}
      </h2>
      <p className="stat-card-value">{formatMoney(cents)}</p>
      <p className="stat-card-note">{note}</p>
    </div>
  )
}
