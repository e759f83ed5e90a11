import { CircleDollarSign } from 'lucide'
import { Icon } from '#app/components/icon.tsx'
import { texts } from '#copy/texts.ts'
import type { Balance } from '#domain/ledger/balance.server.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

/** The two totals, each with the sums it is made of. */
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
          count: received.count,
          cents: formatMoney(received.cents),
          cents2: formatMoney(refunded.cents),
          lessDisputed,
        })}
      />
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
