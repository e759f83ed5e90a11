import { Check } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import type { OptionalKind } from '#domain/mail/letter.ts'
import type { Device } from '#sign-in/devices.server.ts'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import type { Problem } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'

/** Where the account is signed in. */
export function Devices({ devices }: { devices: (Omit<Device, 'usedAt'> & { used: string })[] }) {
  const others = devices.length - 1
  return (
    <section className="panel">
      <header>
        <h2>Devices</h2>
        <span className="note">where you are signed in</span>
      </header>
      <ul className="todo">
        {devices.map(({ id, name, used, isThis }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <p>{isThis ? 'This one' : `Last used on ${used}`}</p>
            </div>
            {!isThis && (
              <Form method="post" className="push-end" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button small name="act" value="sign-out">
                  Sign out<span className="visually-hidden"> {name}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Form method="post" className="above-4" preventScrollReset>
          <Button small name="act" value="sign-out-elsewhere">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </section>
  )
}

type AddressProps = { email: string; problem: Problem | null; errors: FieldErrors }

/** The address of the account, which changes once a link that is sent to the new one was pressed. */
export function Address({ email, problem, errors }: AddressProps) {
  const pending = useNavigation().formData?.get('act') === 'address'
  return (
    <section className="panel">
      <header>
        <h2>E-mail address</h2>
        <span className="note">{email}</span>
      </header>
      <CheckedForm problem={problem} message={null} className="stack tight account-form" preventScrollReset>
        <input type="hidden" name="act" value="address" />
        <TextField label="New address" name="email" type="email" autoComplete="email" error={errors.email} />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.addressPassword ?? errors.currentPassword}
        />
        <Button small pending={pending}>
          Send a letter there
        </Button>
      </CheckedForm>
    </section>
  )
}

const optionalLetters: { kind: OptionalKind; label: string }[] = [
  { kind: 'hours', label: 'About my hours: what is ahead, and what changes' },
  { kind: 'announcements', label: 'Announcements of the club to its members' },
]

/** What the club may write about; everything else it writes only when it must. */
export function LetterChoices({ wanted }: { wanted: readonly OptionalKind[] }) {
  return (
    <section className="panel">
      <header>
        <h2>Letters</h2>
        <span className="note">receipts and letters about your account are always sent</span>
      </header>
      <Form method="post" className="stack tight account-form" preventScrollReset>
        {optionalLetters.map(({ kind, label }) => (
          <label className="check" key={kind}>
            <input type="checkbox" name="wanted" value={kind} defaultChecked={wanted.includes(kind)} />
            <span className="box">
              <Check className="icon" aria-hidden="true" />
            </span>
            {label}
          </label>
        ))}
        <Button small name="act" value="letters">
          Save choices
        </Button>
      </Form>
    </section>
  )
}
