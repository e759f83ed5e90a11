import { Check } from 'lucide'
import { Form, useNavigation } from 'react-router'
import type { OptionalLetterKind } from '#domain/mail/letter.ts'
import type { Device } from '#sign-in/sessions/devices.server.ts'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { Icon } from '#app/components/icon.tsx'

export function Devices({ devices }: { devices: (Omit<Device, 'usedAt'> & { used: string })[] }) {
  const others = devices.length - 1
  return (
    <SettingsSection heading="Devices" note="Where you’re signed in.">
      <ul className="todo">
        {devices.map(({ id, name, used, isCurrent }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <p>{isCurrent ? 'This device' : `Last used on ${used}`}</p>
            </div>
            {!isCurrent && (
              <Form method="post" className="push-end" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button small name="intent" value="sign-out">
                  Sign out<span className="visually-hidden"> {name}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Form method="post" preventScrollReset>
          <Button small name="intent" value="sign-out-elsewhere">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </SettingsSection>
  )
}

/** Changes the address, once the link sent to the new one is opened. */
export function EmailAddress({
  email,
  sendsMail,
  problem,
}: {
  email: string
  sendsMail: boolean
  problem: Problem | null
}) {
  const errors = fieldMessages(problem)
  const pending = useNavigation().formData?.get('intent') === 'address'
  if (!sendsMail)
    return (
      <SettingsSection heading="Email address" note={email}>
        <p>A new address is confirmed by email, and this club sends no mail.</p>
      </SettingsSection>
    )
  return (
    <SettingsSection heading="Email address" note={email}>
      <CheckedForm problem={problem} message={null} className="stack" preventScrollReset>
        <input type="hidden" name="intent" value="address" />
        <TextField label="New address" name="email" type="email" autoComplete="email" error={errors.email} />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <div className="button-row">
          <Button small pending={pending}>
            Send confirmation
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

const optionalLetters: { kind: OptionalLetterKind; label: string }[] = [
  { kind: 'reminders', label: 'Reminders: hours, months and make-ups coming up' },
  { kind: 'announcements', label: 'News from the club for its members' },
]

/** Optional kinds of email. */
export function LetterChoices({
  chosen,
  sendsMail,
}: {
  chosen: readonly OptionalLetterKind[]
  sendsMail: boolean
}) {
  const always = 'Receipts, changes of your hours and emails about your account are always sent.'
  return (
    <SettingsSection heading="Emails" note={mailNotice(sendsMail, always, 'none are sent')}>
      <Form method="post" className="stack" preventScrollReset>
        {optionalLetters.map(({ kind, label }) => (
          <label className="check" key={kind}>
            <input type="checkbox" name="wanted" value={kind} defaultChecked={chosen.includes(kind)} />
            <span className="box">
              <Icon of={Check} />
            </span>
            {label}
          </label>
        ))}
        <div className="button-row">
          <Button small name="intent" value="letters">
            Save choices
          </Button>
        </div>
      </Form>
    </SettingsSection>
  )
}
