import { Check } from 'lucide'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import type { OptionalLetterKind } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'
import type { Device } from '#sign-in/sessions/devices.server.ts'

export function Devices({ devices }: { devices: (Omit<Device, 'usedAt'> & { used: string })[] }) {
  const others = devices.length - 1
  return (
    <SettingsSection heading={t('accountSections.devices')} note={t('accountSections.whereYoureSignedIn')}>
      <ul className="todo">
        {devices.map(({ id, name, used, isCurrent }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <p>{isCurrent ? t('accountSections.thisDevice') : t('accountSections.lastUsedOn', { used })}</p>
            </div>
            {!isCurrent && (
              <Form method="post" className="push-end" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button small name="intent" value="sign-out">
                  {t('accountSections.signOut')}
                  <span className="visually-hidden"> {name}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Form method="post" preventScrollReset>
          <Button small name="intent" value="sign-out-elsewhere">
            {t('accountSections.signOutEverywhereElse')}
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
      <SettingsSection heading={t('accountSections.emailAddress')} note={email}>
        <p>{t('accountSections.aNewAddressIs')}</p>
      </SettingsSection>
    )
  return (
    <SettingsSection heading={t('accountSections.emailAddress')} note={email}>
      <CheckedForm problem={problem} message={null} className="stack" preventScrollReset>
        <input type="hidden" name="intent" value="address" />
        <TextField
          label={t('accountSections.newAddress')}
          name="email"
          type="email"
          autoComplete="email"
          error={errors.email}
        />
        <PasswordField
          label={t('accountSections.currentPassword')}
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <div className="button-row">
          <Button small pending={pending}>
            {t('accountSections.sendConfirmation')}
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

const optionalLetters: { kind: OptionalLetterKind; label: string }[] = [
  {
    kind: 'reminders',
    get label() {
      return t('accountSections.remindersHoursMonthsAnd')
    },
  },
  {
    kind: 'announcements',
    get label() {
      return t('accountSections.newsFromTheClub')
    },
  },
]

/** Optional kinds of email. */
export function LetterChoices({
  chosen,
  sendsMail,
}: {
  chosen: readonly OptionalLetterKind[]
  sendsMail: boolean
}) {
  const always = t('accountSections.receiptsChangesOfYour')
  return (
    <SettingsSection
      heading={t('accountSections.emails')}
      note={mailNotice(sendsMail, always, t('accountSections.noneAreSent'))}
    >
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
            {t('accountSections.saveChoices')}
          </Button>
        </div>
      </Form>
    </SettingsSection>
  )
}
