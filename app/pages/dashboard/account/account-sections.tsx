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
import { mailNotice } from '#app/pages/dashboard/parts/wording.ts'
import { Icon } from '#app/components/icon.tsx'

/** Where the account is signed in. */
export function Devices({ devices }: { devices: (Omit<Device, 'usedAt'> & { used: string })[] }) {
  const others = devices.length - 1
  return (
    <SettingsSection heading="Devices" note="Where you are signed in.">
      <ul className="todo">
        {devices.map(({ id, name, used, isCurrent }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <p>{isCurrent ? 'This one' : `Last used on ${used}`}</p>
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

/** The address of the account, which changes once a link that is sent to the new one was pressed. */
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
      <SettingsSection heading="E-mail address" note={email}>
        <p>A letter proves a new address, and this club sends no mail.</p>
      </SettingsSection>
    )
  return (
    <SettingsSection heading="E-mail address" note={email}>
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
            Send a letter there
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

const optionalLetters: { kind: OptionalLetterKind; label: string }[] = [
  { kind: 'hours', label: 'About my hours: what is ahead, and what changes' },
  { kind: 'announcements', label: 'Announcements of the club to its members' },
]

/** What the club may write about; everything else it writes only when it must. */
export function LetterChoices({
  wanted,
  sendsMail,
}: {
  wanted: readonly OptionalLetterKind[]
  sendsMail: boolean
}) {
  const always = 'Receipts and letters about your account are always sent.'
  return (
    <SettingsSection heading="Letters" note={mailNotice(sendsMail, always, 'none goes out')}>
      <Form method="post" className="stack" preventScrollReset>
        {optionalLetters.map(({ kind, label }) => (
          <label className="check" key={kind}>
            <input type="checkbox" name="wanted" value={kind} defaultChecked={wanted.includes(kind)} />
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
