import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, type Problem } from '#app/forms/form-problem.ts'
import { t } from '#messages/t.ts'

type Props = { name: string; email: string; closeTo: string; problem: Problem | null }

/** Emails a member a link to set a new password. */
export function SendPasswordLink({ name, email, closeTo, problem }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'link'
  const message = formMessage(problem)
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={t('sendPasswordLink.sendALink', { name })}
      text={t('sendPasswordLink.theyCanUseIt')}
      facts={[{ name: t('sendPasswordLink.to'), value: email }]}
      fields={message && <FormError>{message}</FormError>}
      action={
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="link" />
          <Button variant="primary" pending={pending}>
            {t('sendPasswordLink.sendTheLink')}
          </Button>
        </Form>
      }
    />
  )
}
