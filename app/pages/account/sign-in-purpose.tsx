import { Avatar } from '#app/components/picture.tsx'
import type { Purpose } from './sign-in-purpose.server.ts'

type Props = { action: 'Sign in' | 'Sign up'; purpose: Purpose | null }

/** The purpose of signing in, for a visitor who was redirected here. */
export function SignInPurpose({ action, purpose }: Props) {
  if (purpose === null) return null
  if ('text' in purpose)
    return (
      <p className="auth-purpose">
        {action} {purpose.text}. Then you’re right back here.
      </p>
    )
  const { title, portrait } = purpose.hour
  return (
    <div className="chosen-hour">
      <Avatar portrait={portrait} />
      <p>
        <b>{title}</b>
        <span>
          Held for you for 15 minutes as soon as you {action.toLowerCase()}. Nothing is charged yet.
        </span>
      </p>
    </div>
  )
}
