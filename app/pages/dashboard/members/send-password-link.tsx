import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, type Problem } from '#app/forms/form-problem.ts'

type Props = { name: string; email: string; closeTo: string; problem: Problem | null }

/** Sends somebody who cannot come in the way to a new password; the office never sees it. */
export function SendPasswordLink({ name, email, closeTo, problem }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'link'
  const message = formMessage(problem)
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={`Send ${name} a link?`}
      text="With it they choose a new password. The link works once, and nobody here sees it."
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
