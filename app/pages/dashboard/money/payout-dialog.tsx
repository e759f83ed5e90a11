import { bounds } from '#domain/bounds.ts'
import type { TrainerStanding } from '#domain/ledger/payouts.server.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { MoneyDialog, type MoneyDialogProps } from './money-dialog.tsx'

/** Records a payout to a trainer, up to the amount owed. */
export function PayoutDialog({ standing, ...dialog }: MoneyDialogProps & { standing: TrainerStanding }) {
  return (
    <MoneyDialog
      {...dialog}
      intent="payout"
      heading={t('payoutDialog.payOutTo', { name: standing.name })}
      text={t('payoutDialog.recordWhatTheTrainer')}
      facts={[
        { name: t('payoutDialog.sold'), value: formatMoney(standing.soldCents) },
        { name: t('payoutDialog.theirShare'), value: formatMoney(standing.partCents) },
        { name: t('payoutDialog.paidOutSoFar'), value: formatMoney(standing.paidOutCents) },
        { name: t('payoutDialog.owed'), value: formatMoney(standing.owedCents) },
      ]}
      subject={{ name: 'trainerId', value: standing.trainerId }}
      mostCents={standing.owedCents}
      labels={{
        label: t('payoutDialog.note'),
        name: 'note',
        aside: t('offerForm.optional'),
        most: bounds.payoutNote.most,
      }}
      button={{ label: t('payoutDialog.recordPayout'), variant: 'primary' }}
    />
  )
}
