import { Avatar } from '#app/components/picture.tsx'
import { t } from '#messages/t.ts'
import type { Purpose } from './sign-in-purpose.server.ts'

type Props = { action: 'sign-in' | 'sign-up'; purpose: Purpose | null }

/** The purpose of signing in, for a visitor who was redirected here. */
export function SignInPurpose({ action, purpose }: Props) {
  if (purpose === null) return null
  if ('text' in purpose)
    return (
      <p className="auth-purpose">
        {action === 'sign-in'
          ? t('signInPurpose.signIn', { purpose: purpose.text })
          : t('signInPurpose.signUp', { purpose: purpose.text })}
      </p>
    )
  if ('sentence' in purpose) return <p className="auth-purpose">{purpose.sentence}</p>
  const { title, portrait } = purpose.hour
  return (
    <div className="chosen-hour">
      <Avatar portrait={portrait} />
      <p>
        <b>{title}</b>
        <span>{action === 'sign-in' ? t('signInPurpose.heldSignIn') : t('signInPurpose.heldSignUp')}</span>
      </p>
    </div>
  )
}
