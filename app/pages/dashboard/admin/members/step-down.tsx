import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, typedIn, type Problem } from '#app/forms/form-problem.ts'
import { bounds } from '#words/bounds.ts'

type Props = { name: string; role: 'trainer' | 'applied'; closeTo: string; problem: Problem | null }

/** Makes a trainer or an applicant a member again. They read the reason in their activity log. */
export function StepDown({ name, role, closeTo, problem }: Props) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={role === 'trainer' ? `Retire ${name} from training?` : `Take back the application of ${name}?`}
      text={
        role === 'trainer'
          ? `${name} is a member again and leaves the list of trainers. Free hours are taken down. Sold ones stay with their buyers until they end, and ${name} sees them no more: ask for cover of each, on this page under ‘Hours they give’.`
          : `${name} is a member again and may apply anew.`
      }
      fields={
        <CheckedForm problem={problem} id="step-down" className="stack tight" preventScrollReset>
          <input type="hidden" name="act" value="step-down" />
          <TextField
            label="Reason"
            aside={`${name} reads it`}
            name="reason"
            maxLength={bounds.officeReason.most}
            defaultValue={typedIn(problem)?.get('reason') ?? ''}
            error={fieldMessages(problem).reason}
          />
        </CheckedForm>
      }
      action={
        <Button variant="danger" form="step-down" pending={pending}>
          {role === 'trainer' ? 'Retire' : 'Take it back'}
        </Button>
      }
    />
  )
}
