import { useState, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, typedIn, type Problem } from '#app/forms/form-problem.ts'
import { formatMoney, typedAmount } from '#words/money.ts'

export type MoneyDialogProps = { problem: Problem | null; closeTo: string; requestKey: string }

type Props = MoneyDialogProps & {
  act: 'refund' | 'payout'
  heading: string
  text: string
  facts: { name: string; value: ReactNode }[]
  /** Which payment, or which trainer. */
  of: { name: string; value: string }
  mostCents: number
  currency?: string
  /** What is written beside the amount. */
  words: { label: string; name: string; aside: string; most: number }
  button: { label: string; variant: 'primary' | 'danger' }
}

/** Asks for an amount of money and some words. Pressing twice is one act: the form carries its key. */
export function MoneyDialog({ act, heading, text, facts, of, words, button, ...props }: Props) {
  const { problem, closeTo, requestKey, mostCents, currency } = props
  // the key of the form as it was opened, whatever is loaded again meanwhile
  const [key] = useState(requestKey)
  const pending = useNavigation().formData?.get('act') === act
  const errors = fieldMessages(problem)
  const typed = typedIn(problem)
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={heading}
      text={text}
      facts={facts}
      fields={
        <CheckedForm problem={problem} id={act} preventScrollReset>
          <input type="hidden" name="act" value={act} />
          <input type="hidden" name={of.name} value={of.value} />
          <input type="hidden" name="requestKey" value={key} />
          <TextField
            label="Amount"
            aside={`${formatMoney(mostCents, currency)} at most`}
            name="amount"
            inputMode="decimal"
            defaultValue={typed?.get('amount') ?? typedAmount(mostCents)}
            error={errors.amountCents}
          />
          <TextField
            label={words.label}
            aside={words.aside}
            name={words.name}
            maxLength={words.most}
            defaultValue={typed?.get(words.name) ?? ''}
            error={errors[words.name]}
            autoComplete="off"
          />
        </CheckedForm>
      }
      action={
        <Button variant={button.variant} form={act} pending={pending}>
          {button.label}
        </Button>
      }
    />
  )
}
