import { useState } from 'react'
import { Dot } from '#app/components/status-dot.tsx'
import { t } from '#messages/t.ts'
import { characterClasses } from '#sign-in/passwords/password.rules.ts'
import { PasswordField } from './password-field.tsx'

type Props = { label: string; name: string; error: string | undefined }

/** The field of a new password. A dot for each rule fills while one types; without scripts they are a list. */
export function NewPasswordField(props: Props) {
  const [typed, setTyped] = useState('')
  const rules = [
    { pattern: characterClasses.capital, name: t('newPasswordField.capitalLetter') },
    { pattern: characterClasses.small, name: t('newPasswordField.smallLetter') },
    { pattern: characterClasses.number, name: t('newPasswordField.number') },
    { pattern: characterClasses.special, name: t('newPasswordField.specialCharacter') },
  ]
  return (
    <PasswordField
      {...props}
      className="new-password"
      aside={t('newPasswordField.6To20Characters')}
      hint={rules.map(({ pattern, name }) => (
        <span key={name}>
          <Dot kind={pattern.test(typed) ? 'on' : 'ring'} />
          {name}
          {pattern.test(typed) && <span className="visually-hidden">, {t('newPasswordField.done')}</span>}
        </span>
      ))}
      autoComplete="new-password"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      required
    />
  )
}
