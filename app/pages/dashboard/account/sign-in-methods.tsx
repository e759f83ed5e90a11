import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'

/** Changes the password; without one, sends a link that sets it. */
export function PasswordSection({
  isSet,
  sendsMail,
  problem,
}: {
  isSet: boolean
  sendsMail: boolean
  problem: Problem | null
}) {
  const pending = useNavigation().formData?.get('intent') === 'password'
  const errors = fieldMessages(problem)
  if (!isSet)
    return (
      <SettingsSection heading="Password" note="You don’t have one yet.">
        {sendsMail ? (
          <Form method="post" preventScrollReset>
            <p>We’ll send you a link to set one.</p>
            <div className="button-row">
              <Button small name="intent" value="set-password">
                Send the link
              </Button>
            </div>
          </Form>
        ) : (
          <p>Ask at the desk for a link to set one.</p>
        )}
      </SettingsSection>
    )
  return (
    <SettingsSection heading="Password" note="Changing it signs out your other devices.">
      <CheckedForm problem={problem} message={null} className="stack" preventScrollReset>
        <input type="hidden" name="intent" value="password" />
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
        <div className="button-row">
          <Button variant="primary" pending={pending}>
            Save password
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

/** Connects or disconnects Google; the last way to sign in cannot be removed. */
export function GoogleSection({
  methods,
  isEmailVerified,
}: {
  methods: { password: boolean; google: boolean }
  isEmailVerified: boolean
}) {
  const state = methods.google ? 'Connected' : 'Not connected'
  return (
    <SettingsSection heading="Google" note="Sign in with one tap.">
      <ul className="todo">
        <li>
          <div>
            <b>{state}</b>
            {methods.google && !methods.password && <p>It’s your only way in. Set a password first.</p>}
            {!methods.google && !isEmailVerified && <p>Confirm your address first.</p>}
          </div>
          {methods.google ? methods.password && <DisconnectGoogle /> : isEmailVerified && <ConnectGoogle />}
        </li>
      </ul>
    </SettingsSection>
  )
}

function ConnectGoogle() {
  return (
    // the response redirects to another site, which needs a document request
    <Form method="post" reloadDocument className="push-end">
      <input type="hidden" name="intent" value="connect-google" />
      <Button small>Connect Google</Button>
    </Form>
  )
}

function DisconnectGoogle() {
  return (
    <>
      <ModalTrigger opens="disconnect-google" className="button small">
        Disconnect Google
      </ModalTrigger>
      <ConfirmDialog
        id="disconnect-google"
        text="After that you can only sign in with your password. You can connect Google again later."
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="disconnect-google" />
            <Button variant="danger">Disconnect</Button>
          </Form>
        }
        cancel="Keep it"
      />
    </>
  )
}

/** State of the second factor, with a link to its page. */
export function SecondFactorSection({ isOn }: { isOn: boolean }) {
  return (
    <SettingsSection heading="Second factor" note="A code from your phone each time you sign in.">
      <ul className="todo">
        <li>
          <b>{isOn ? 'On' : 'Off'}</b>
          <LinkButton small to="/dashboard/profileSettings/secondFactor">
            {isOn ? 'Change it' : 'Set it up'}
            <span className="visually-hidden">: second factor</span>
          </LinkButton>
        </li>
      </ul>
    </SettingsSection>
  )
}
