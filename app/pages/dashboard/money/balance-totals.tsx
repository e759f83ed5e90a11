import { CircleDollarSign } from 'lucide'
import type { Balance } from '#domain/ledger/balance.server.ts'
import { formatMoney } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { texts } from '#copy/texts.ts'
import { Icon } from '#app/components/icon.tsx'

/** The two totals and the sums they are made of. */
export function BalanceTotals({ totals }: { totals: Balance }) {
  const { received, refunded, disputed, fees, paidOut } = totals
  const lessFees = fees.count > 0 ? ` and card fees of ${formatMoney(fees.cents)}` : ''
  const lessDisputed = disputed.cents === 0 ? '' : `, ${formatMoney(disputed.cents)} disputed`
  return (
    <div className="stat-cards">
      <Total
        name={texts.balance.totalRemainingBalance}
        cents={totals.totalRemainingCents}
        note={`${formatMoney(totals.totalPaymentCents)} less payouts of ${formatMoney(paidOut.cents)}${lessFees}`}
      />
      <Total
        name={texts.balance.totalPayment}
        cents={totals.totalPaymentCents}
        note={`${formatMoney(received.cents)} received less ${formatMoney(refunded.cents)} refunded${lessDisputed}`}
      />
      <div className="stat-card">
        <table>
          <tbody>
            <tr>
              <th scope="row">Received, {formatCount(received.count, 'payment', 'payments')}</th>
              <td>{formatMoney(received.cents)}</td>
            </tr>
            <tr>
              <th scope="row">Refunded, {formatCount(refunded.count, 'entry', 'entries')}</th>
              <td>{formatMoney(-refunded.cents)}</td>
            </tr>
            {disputed.count > 0 && (
              <tr>
                <th scope="row">Disputed, {formatCount(disputed.count, 'entry', 'entries')}</th>
                <td>{formatMoney(-disputed.cents)}</td>
              </tr>
            )}
            {fees.count > 0 && (
              <tr>
                <th scope="row">Card fees, {formatCount(fees.count, 'entry', 'entries')}</th>
                <td>{formatMoney(-fees.cents)}</td>
              </tr>
            )}
            <tr>
              <th scope="row">Payouts</th>
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
