import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { LedgerEntry } from '#domain/ledger/ledger.server.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, typedIn, type Problem } from '#app/forms/form-problem.ts'
import { formatDate, formatMoney, typedAmount } from '#words/format.ts'
import { capital } from '#app/pages/dashboard/words.ts'
import { bounds } from '#words/bounds.ts'

type Props = {
  entry: LedgerEntry
  problem: Problem | null
  closeTo: string
  requestKey: string
  timeZone: string
}

/** Asks how much of a payment goes back and why. Pressing twice is one refund: the form carries its key. */
export function RefundDialog({ entry, problem, closeTo, requestKey, timeZone }: Props) {
  // the key of the form as it was opened, whatever is loaded again meanwhile
  const [key] = useState(requestKey)
  const pending = useNavigation().formData?.get('act') === 'refund'
  const errors = fieldMessages(problem)
  const typed = typedIn(problem)
  const left = entry.refundableCents ?? 0
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading="Refund this payment?"
      text={`${
        entry.method === 'card'
          ? 'The money goes back to the card.'
          : 'The money was paid at the desk, and is due there until somebody enters that they handed it back.'
      } Once all of it is refunded, the hour is free again.`}
      facts={[
        { name: 'Member', value: entry.buyerName },
        { name: 'For', value: `${entry.slotName}, ${entry.trainerName}` },
        {
          name: 'Paid',
          value: `${formatMoney(entry.cents, entry.currency)}, ${capital(entry.plan ?? '')}, ${formatDate(entry.enteredAt, timeZone)}`,
        },
      ]}
      fields={
        <CheckedForm problem={problem} id="refund" preventScrollReset>
          <input type="hidden" name="act" value="refund" />
          <input type="hidden" name="paymentId" value={entry.entryId} />
          <input type="hidden" name="requestKey" value={key} />
          <TextField
            label="Amount"
            aside={`${formatMoney(left, entry.currency)} at most`}
            name="amount"
            inputMode="decimal"
            defaultValue={typed?.get('amount') ?? typedAmount(left)}
            error={errors.amountCents}
          />
          <TextField
            label="Reason"
            aside="the member reads it"
            name="reason"
            maxLength={bounds.refundReason.most}
            defaultValue={typed?.get('reason') ?? ''}
            error={errors.reason}
            autoComplete="off"
          />
        </CheckedForm>
      }
      action={
        <Button variant="danger" form="refund" pending={pending}>
          Refund
        </Button>
      }
    />
  )
}
