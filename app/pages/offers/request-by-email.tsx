import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { t } from '#messages/t.ts'

type Props = {
  title: string
  /** What happens, above the form. */
  children: ReactNode
  emailLabel: string
  buttonLabel: string
  isSent: boolean
  /** What is shown after sending, whether or not the address is known. */
  sentText: string
  problem: Problem | null
}

/** A page that ends a contract by its email address alone, without a sign-in. */
export function RequestByEmail({
  title,
  children,
  emailLabel,
  buttonLabel,
  isSent,
  sentText,
  problem,
}: Props) {
  const pending = useNavigation().formMethod === 'POST'
  if (isSent)
    return (
      <div className="wrap section-below buy">
        <h1 className="display">{t('cancel.received')}</h1>
        <p className="lead">{sentText}</p>
        <LinkButton to="/">{t('cancel.goToTheHome')}</LinkButton>
      </div>
    )
  return (
    <div className="wrap section-below buy">
      <h1 className="display">{title}</h1>
      {children}
      <CheckedForm problem={problem} className="stack">
        <TextField
          label={emailLabel}
          name="email"
          type="email"
          autoComplete="email"
          error={fieldMessages(problem).email}
          defaultValue={submittedValues(problem)?.get('email') ?? ''}
          required
        />
        <div className="button-row">
          <Button variant="primary" tall pending={pending}>
            {buttonLabel}
          </Button>
        </div>
      </CheckedForm>
    </div>
  )
}
