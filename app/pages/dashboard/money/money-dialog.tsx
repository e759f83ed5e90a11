import { useState, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { formatMoney, formatAmount } from '#format/money.ts'
import { t } from '#messages/t.ts'

export type MoneyDialogProps = { problem: Problem | null; closeTo: string; requestKey: string }

type Props = MoneyDialogProps & {
  intent: 'refund' | 'payout'
  heading: string
  text: string
  facts: { name: string; value: ReactNode }[]
  /** Hidden field with the id of the payment or trainer. */
  subject: { name: string; value: string }
  mostCents: number
  currency?: string
  /** The text field below the amount. */
  labels: { label: string; name: string; aside: string; most: number }
  button: { label: string; variant: 'primary' | 'danger' }
}

/** Form for an amount and a note. `requestKey` makes a double submission one refund or payout. */
export function MoneyDialog({ intent, heading, text, facts, subject, labels, button, ...props }: Props) {
  const { problem, closeTo, requestKey, mostCents, currency } = props
  // keeps the key of the opened form across revalidation
  const [key] = useState(requestKey)
  const pending = useNavigation().formData?.get('intent') === intent
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={heading}
      text={text}
      facts={facts}
      fields={
        <CheckedForm problem={problem} id={intent} preventScrollReset>
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name={subject.name} value={subject.value} />
          <input type="hidden" name="requestKey" value={key} />
          <TextField
            label={t('moneyDialog.amount')}
            aside={t('moneyDialog.atMost', { most: formatMoney(mostCents, currency) })}
            name="amount"
            inputMode="decimal"
            defaultValue={typed?.get('amount') ?? formatAmount(mostCents)}
            error={errors.amountCents}
          />
          <TextField
            label={labels.label}
            aside={labels.aside}
            name={labels.name}
            maxLength={labels.most}
            defaultValue={typed?.get(labels.name) ?? ''}
            error={errors[labels.name]}
            autoComplete="off"
          />
        </CheckedForm>
      }
      action={
        <Button variant={button.variant} form={intent} pending={pending}>
          {button.label}
        </Button>
      }
    />
  )
}
