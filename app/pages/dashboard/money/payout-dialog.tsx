import type { TrainerStanding } from '#domain/ledger/payouts.server.ts'
import { MoneyDialog, type MoneyDialogProps } from './money-dialog.tsx'
import { bounds } from '#domain/bounds.ts'
import { formatMoney } from '#format/money.ts'

/** Records a payout to a trainer, up to the amount owed. */
export function PayoutDialog({ standing, ...dialog }: MoneyDialogProps & { standing: TrainerStanding }) {
  return (
    <MoneyDialog
      {...dialog}
      intent="payout"
      heading={`Pay out to ${standing.name}`}
      text="Record what the trainer was given. The balance goes down by the same amount."
      facts={[
        { name: 'Sold', value: formatMoney(standing.soldCents) },
        { name: 'Their share', value: formatMoney(standing.partCents) },
        { name: 'Paid out so far', value: formatMoney(standing.paidOutCents) },
        { name: 'Owed', value: formatMoney(standing.owedCents) },
      ]}
      subject={{ name: 'trainerId', value: standing.trainerId }}
      mostCents={standing.owedCents}
      labels={{ label: 'Note', name: 'note', aside: 'optional', most: bounds.payoutNote.most }}
      button={{ label: 'Record payout', variant: 'primary' }}
    />
  )
}
