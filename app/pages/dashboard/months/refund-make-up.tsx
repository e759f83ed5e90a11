import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { refundMethod } from '#app/pages/dashboard/money/refund-dialog.tsx'
import { bounds } from '#domain/bounds.ts'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import type { OwedMakeUp, OwedMonth } from '#domain/months/month-make-ups.server.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'

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
      heading={t('refundMakeUp.giveBackInstead', { amount })}
      text={t('refundMakeUp.theMakeUpIs', {
        refundMethod: refundMethod(method),
        isOver: !month.isOver && hour.refundCents === month.leftCents ? 'yes' : 'no',
      })}
      facts={[
        { name: t('refundMakeUp.member'), value: memberName },
        {
          name: t('refundMakeUp.owed'),
          value: t('refundMakeUp.with', {
            describeMakeUpOrigin: capitalize(describeMakeUpOrigin(hour)),
            startHour: formatHour(startHour),
            trainerName,
          }),
        },
        {
          name: t('refundMakeUp.oneOf'),
          value: t('refundMakeUp.hoursFor', {
            dates: month.dates,
            amount: formatMoney(month.amountCents, currency),
          }),
        },
      ]}
      fields={
        <CheckedForm problem={problem} id="refund" preventScrollReset>
          <input type="hidden" name="intent" value="refund" />
          <input type="hidden" name="makeUpId" value={hour.id} />
          <TextField
            label={t('refundMakeUp.reason')}
            aside={t('refundMakeUp.theMemberSeesIt')}
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
          {t('refundMakeUp.refund', { amount })}
        </Button>
      }
    />
  )
}
