import { DateField } from '#app/forms/date-field.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { bounds } from '#domain/bounds.ts'
import { t } from '#messages/t.ts'

// Fields of every payment at the desk.

type Props = { problem: Problem | null; aside?: string; className?: string }

/** Number on the slip of the card terminal. */
export function SlipField({ problem, ...look }: Props) {
  return (
    <TextField
      {...look}
      label={t('deskPaymentFields.numberOnTheSlip')}
      name="slip"
      maxLength={bounds.slip.most}
      autoComplete="off"
      defaultValue={submittedValues(problem)?.get('slip') ?? ''}
      error={fieldMessages(problem).slip}
    />
  )
}

/** Day on which a transfer arrived. */
export function BankedOnField({ problem, ...look }: Props) {
  return (
    <DateField
      {...look}
      label={t('deskPaymentFields.onTheAccountSince')}
      name="bankedOn"
      defaultValue={submittedValues(problem)?.get('bankedOn') ?? ''}
      error={fieldMessages(problem).bankedOn}
    />
  )
}

/** Reason for a discount, which the buyer reads. */
export function DiscountReasonField({ problem, buyer }: { problem: Problem | null; buyer: string }) {
  return (
    <TextField
      label={t('deskPaymentFields.reasonForTheDiscount')}
      aside={t('deskPaymentFields.seesIt', { buyer })}
      name="discountReason"
      maxLength={bounds.discountReason.most}
      defaultValue={submittedValues(problem)?.get('discountReason') ?? ''}
      error={fieldMessages(problem).discountReason}
    />
  )
}
