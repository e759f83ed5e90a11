/** Says what one signs in or up for, to somebody who was sent here on the way to it. */
export function SignInPurpose({ act, purpose }: { act: 'Sign in' | 'Sign up'; purpose: string | null }) {
  if (purpose === null) return null
  return (
    <p className="auth-purpose">
      {act} {purpose}. You come back to it.
    </p>
  )
}
