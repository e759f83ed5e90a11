import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, type Problem } from '#app/forms/form-problem.ts'
import type { Duty } from '#db/tables.ts'
import { t } from '#messages/t.ts'

type Props = { person: { name: string; duty: Duty | null }; closeTo: string; problem: Problem | null }

/** Gives a person the duty of reception, or takes it. */
export function DutyDialog({ person: { name, duty }, closeTo, problem }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'duty'
  const message = formMessage(problem)
  const isGiven = duty === null
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={
        isGiven ? t('dutyDialog.putAtReception', { name }) : t('dutyDialog.takeReceptionFrom', { name })
      }
      text={isGiven ? t('dutyDialog.theyAddMembersBook') : t('dutyDialog.theyCanNoLonger')}
      facts={[]}
      fields={message && <FormError>{message}</FormError>}
      action={
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="duty" />
          <input type="hidden" name="duty" value={isGiven ? 'reception' : ''} />
          <Button variant="primary" pending={pending}>
            {isGiven ? t('dutyDialog.putAtReception2') : t('dutyDialog.takeIt')}
          </Button>
        </Form>
      }
    />
  )
}
