import { useNavigation } from 'react-router'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import type { OwedMakeUp, OwedMonth } from '#domain/months/month-make-ups.server.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { refundMethod } from '#app/pages/dashboard/money/refund-dialog.tsx'
import { bounds } from '#domain/bounds.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'

type Props = { month: OwedMonth; hour: OwedMakeUp; problem: Problem | null }

/** Confirms that a make-up is refunded instead of used. */
export function RefundMakeUp({ month, hour, problem }: Props) {
  const { currency, method, memberName, startHour, trainerName } = month
  const pending = useNavigation().formData?.get('intent') === 'refund'
  const errors = fieldMessages(problem)
  const amount = formatMoney(hour.refundCents ?? 0, currency)
  return (
    <ConfirmDialog
      closeTo={`/dashboard/owed/${month.bookingId}`}
      heading={`Give ${amount} back instead?`}
      text={`${refundMethod(method)} The make-up is gone with it.${
        !month.isOver && hour.refundCents === month.leftCents
          ? ' It is all that is left of the payment: the month ends with it, and its hours ahead are called off.'
          : ''
      }`}
      facts={[
        { name: 'Member', value: memberName },
        {
          name: 'Owed',
          value: `${capitalize(describeMakeUpOrigin(hour))}, ${formatHour(startHour)} with ${trainerName}`,
        },
        { name: 'One of', value: `${month.dates} hours for ${formatMoney(month.amountCents, currency)}` },
      ]}
      fields={
        <CheckedForm problem={problem} id="refund" preventScrollReset>
          <input type="hidden" name="intent" value="refund" />
          <input type="hidden" name="makeUpId" value={hour.id} />
          <TextField
            label="Reason"
            aside="the member sees it"
            name="reason"
            maxLength={bounds.officeReason.most}
            defaultValue={submittedValues(problem)?.get('reason') ?? ''}
            error={errors.reason ?? errors.amountCents}
            autoComplete="off"
          />
        </CheckedForm>
      }
      action={
        <Button variant="danger" form="refund" pending={pending}>
          Refund {amount}
        </Button>
      }
    />
  )
}
