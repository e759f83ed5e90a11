import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { bounds } from '#domain/bounds.ts'
import type { Retirement } from '#domain/trainers/retirement.server.ts'
import { t } from '#messages/t.ts'
import { retirementPrompt } from './step-down-wording.ts'

type Props = {
  name: string
  /** Consequences for a trainer's hours; null for an applicant. */
  retirement: Retirement | null
  closeTo: string
  problem: Problem | null
}

/** Makes a trainer or an applicant a member again. The reason shows in their activity log. */
export function StepDownDialog({ name, retirement, closeTo, problem }: Props) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={
        retirement
          ? t('stepDownDialog.retireAsATrainer', { name })
          : t('stepDownDialog.withdrawTheApplicationOf', { name })
      }
      text={
        retirement ? retirementPrompt(name, retirement) : t('stepDownDialog.becomesAMemberAgain', { name })
      }
      fields={
        <CheckedForm problem={problem} id="step-down" className="stack tight" preventScrollReset>
          <input type="hidden" name="intent" value="step-down" />
          <TextField
            label={t('stepDownDialog.reason')}
            aside={t('stepDownDialog.seesIt', { name })}
            name="reason"
            maxLength={bounds.officeReason.most}
            defaultValue={submittedValues(problem)?.get('reason') ?? ''}
            error={fieldMessages(problem).reason}
          />
        </CheckedForm>
      }
      action={
        <Button variant="danger" form="step-down" pending={pending}>
          {retirement ? t('stepDownDialog.retire') : t('stepDownDialog.withdrawIt')}
        </Button>
      }
    />
  )
}
