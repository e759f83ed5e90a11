import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, type Problem } from '#app/forms/form-problem.ts'

type Props = { name: string; email: string; closeTo: string; problem: Problem | null }

/** Emails a member a link to set a new password. */
export function SendPasswordLink({ name, email, closeTo, problem }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'link'
  const message = formMessage(problem)
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={`Send ${name} a link?`}
      text="They can use it to set a new password. The link works once, and no one here sees it."
      facts={[{ name: 'To', value: email }]}
      fields={message && <FormError>{message}</FormError>}
      action={
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="link" />
          <Button variant="primary" pending={pending}>
            Send the link
          </Button>
        </Form>
      }
    />
  )
}
