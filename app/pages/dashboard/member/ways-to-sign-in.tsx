import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { ModalTrigger } from '#app/components/modal.tsx'
import { PasswordField } from '#app/forms/password-field.tsx'

type Ways = { password: boolean; google: boolean }

type Props = { email: string; ways: Ways; problem: Problem | null }

/** Password and Google: what is set up, and how to change it. */
export function WaysToSignIn({ email, ways, problem }: Props) {
  return (
    <section className="summary still above-7" aria-labelledby="ways-heading">
      <h2 className="head" id="ways-heading">
        Ways to sign in
      </h2>
      <dl>
        <div>
          <dt>Password</dt>
          <dd>{ways.password ? email : 'None'}</dd>
        </div>
        <div>
          <dt>Google</dt>
          <dd>{ways.google ? 'Connected' : 'Not connected'}</dd>
        </div>
      </dl>
      <div className="stack tight above-4">
        {ways.google ? ways.password && <DisconnectGoogle /> : <ConnectGoogle />}
        {ways.password && <ChangePassword problem={problem} />}
      </div>
    </section>
  )
}

function ConnectGoogle() {
  return (
    // the answer leads to another site, which only a whole page can follow
    <Form method="post" reloadDocument>
      <input type="hidden" name="act" value="connect-google" />
      <Button small wide>
        Connect Google
      </Button>
    </Form>
  )
}

function DisconnectGoogle() {
  return (
    <>
      <ModalTrigger opens="disconnect-google" className="button small wide">
        Disconnect Google
      </ModalTrigger>
      <ConfirmDialog
        id="disconnect-google"
        text="From then on you sign in with your password only. You can connect Google again."
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="act" value="disconnect-google" />
            <Button variant="danger">Disconnect</Button>
          </Form>
        }
        cancel="Keep it"
      />
    </>
  )
}

function ChangePassword({ problem }: Pick<Props, 'problem'>) {
  const errors = fieldMessages(problem)
  const pending = useNavigation().formData?.get('act') === 'password'
  const wrong = Boolean(errors.currentPassword || errors.newPassword)
  return (
    <details open={wrong || undefined}>
      <summary className="button small wide">Change password</summary>
      <CheckedForm problem={problem} message={null} className="stack tight above-4" preventScrollReset>
        <input type="hidden" name="act" value="password" />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <PasswordField
          label="New password"
          aside="6 to 20 characters"
          name="newPassword"
          autoComplete="new-password"
          error={errors.newPassword}
        />
        <Button small pending={pending}>
          Save password
        </Button>
      </CheckedForm>
    </details>
  )
}
