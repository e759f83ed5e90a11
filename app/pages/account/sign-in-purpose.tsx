/** The purpose of signing in, for a visitor who was redirected here. */
export function SignInPurpose({
  action,
  purpose,
}: {
  action: 'Sign in' | 'Sign up'
  purpose: string | null
}) {
  if (purpose === null) return null
  return (
    <p className="auth-purpose">
      {action} {purpose}. Then you’re right back here.
    </p>
  )
}
