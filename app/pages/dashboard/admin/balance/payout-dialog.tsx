import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { TrainerStanding } from '#domain/ledger/payouts.server.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, typedIn, type Problem } from '#app/forms/form-problem.ts'
import { formatMoney, typedAmount } from '#words/format.ts'
import { bounds } from '#words/bounds.ts'

type Props = { standing: TrainerStanding; problem: Problem | null; closeTo: string; requestKey: string }

/** Records money that a trainer was given, never above what is owed; pressing twice is one payout. */
export function PayoutDialog({ standing, problem, closeTo, requestKey }: Props) {
  const [key] = useState(requestKey)
  const pending = useNavigation().formData?.get('act') === 'payout'
  const errors = fieldMessages(problem)
  const typed = typedIn(problem)
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={`Pay out to ${standing.name}`}
      text="Record what the trainer was given. The balance goes down by the same amount."
      facts={[
        { name: 'Sold', value: formatMoney(standing.soldCents) },
        { name: 'Their part', value: formatMoney(standing.partCents) },
        { name: 'Paid out so far', value: formatMoney(standing.paidOutCents) },
        { name: 'Owed', value: formatMoney(standing.owedCents) },
      ]}
      fields={
        <CheckedForm problem={problem} id="payout" preventScrollReset>
          <input type="hidden" name="act" value="payout" />
          <input type="hidden" name="trainerId" value={standing.trainerId} />
          <input type="hidden" name="requestKey" value={key} />
          <TextField
            label="Amount"
            aside={`${formatMoney(standing.owedCents)} at most`}
            name="amount"
            inputMode="decimal"
            defaultValue={typed?.get('amount') ?? typedAmount(standing.owedCents)}
            error={errors.amountCents}
          />
          <TextField
            label="Note"
            aside="optional"
            name="note"
            maxLength={bounds.payoutNote.most}
            defaultValue={typed?.get('note') ?? ''}
            error={errors.note}
            autoComplete="off"
          />
        </CheckedForm>
      }
      action={
        <Button variant="primary" form="payout" pending={pending}>
          Record payout
        </Button>
      }
    />
  )
}
