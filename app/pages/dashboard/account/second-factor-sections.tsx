import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { QrCode } from '#app/components/qr-code.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'

type FormProps = { problem: Problem | null; hasPassword: boolean }

/** First step: the password, if the account has one. */
export function BeginSetup({ problem, hasPassword }: FormProps) {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <SettingsSection heading="Set it up" note="Any authenticator app with six-digit codes will do.">
      <CheckedForm problem={problem} message={null} className="stack">
        {hasPassword && <CurrentPassword problem={problem} />}
        <div className="button-row">
          <Button variant="primary" name="intent" value="begin" pending={isSending}>
            Start
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

/** The secret as a QR code, and the field for the first code. */
export function AuthenticatorSetup({ address, problem }: { address: string; problem: Problem | null }) {
  const isSending = useNavigation().formMethod === 'POST'
  const key = new URL(address).searchParams.get('secret') ?? ''
  return (
    <>
      <SettingsSection heading="1. Show this to your app" note="Only your phone needs to see it.">
        <div>
          <QrCode text={address} name="The key for your app" />
        </div>
        <p>
          On this phone? <a href={address}>Open your app</a>, or type in this key:
          <br />
          <code className="app-key">{key.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </SettingsSection>
      <SettingsSection heading="2. Enter the code" note="There is a new one every 30 seconds.">
        <CheckedForm problem={problem} message={null} className="stack">
          <input type="hidden" name="address" value={address} />
          <TextField
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={fieldMessages(problem).code}
          />
          <div className="button-row">
            <Button variant="primary" name="intent" value="switch-on" pending={isSending}>
              Turn it on
            </Button>
          </div>
        </CheckedForm>
      </SettingsSection>
    </>
  )
}

/** Recovery codes, shown once: only the response that made them contains them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <SettingsSection
      heading="Your recovery codes"
      note="Each gets you in once if you don’t have your phone. You only see them now."
    >
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <a className="button primary" href={file} download="recovery-codes.txt">
          Download codes
        </a>
        <LinkButton to="/dashboard/profileSettings/account">I’ve saved them</LinkButton>
      </div>
    </SettingsSection>
  )
}

/** Renews the recovery codes or turns the second factor off, after password and code. */
export function ChangeSecondFactor({ problem, hasPassword, codesLeft }: FormProps & { codesLeft: number }) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <SettingsSection
      heading="Second factor is on"
      note={codesLeft === 1 ? 'One recovery code left.' : `${codesLeft} recovery codes left.`}
    >
      <CheckedForm problem={problem} message={null} className="stack">
        {hasPassword && <CurrentPassword problem={problem} />}
        <TextField
          label="Code"
          aside="from your app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={fieldMessages(problem).code}
        />
        <div className="button-row">
          <Button name="intent" value="renew" pending={intent === 'renew'}>
            Get new recovery codes
          </Button>
          <Button variant="delete" name="intent" value="switch-off" pending={intent === 'switch-off'}>
            Turn it off
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

function CurrentPassword({ problem }: { problem: Problem | null }) {
  return (
    <PasswordField
      label="Current password"
      name="currentPassword"
      autoComplete="current-password"
      error={fieldMessages(problem).currentPassword}
    />
  )
}
