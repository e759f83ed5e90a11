// Messages for a failed sign-in with Google, by the code in the address (`?error=`).
const messages: Record<string, string> = {
  account_not_linked:
    'This email already has an account with a password. Sign in with it and connect Google in your profile settings, or press “Forgot it?”: that proves the address is yours and sets your own password.',
  email_not_verified: 'Google hasn’t verified this email address yet, so it can’t be used to sign in.',
  email_not_found: 'Google didn’t share an email address, and the club needs one.',
  access_denied: 'Signing in with Google was cancelled.',
  unavailable: 'Google can’t be reached right now. Please try again in a minute.',
  email_does_not_match: 'This Google account has a different email address from your account here.',
  account_already_linked_to_different_user:
    'This Google account is connected to someone else’s account here.',
}

/** Returns the message for a failed sign-in with Google; null if nothing failed. */
export function googleErrorMessage(error: string | null): string | null {
  if (error === null || error === '') return null
  // excludes inherited properties such as `constructor`
  const known = Object.hasOwn(messages, error) ? messages[error] : undefined
  return known ?? 'Signing in with Google didn’t work. Please try again.'
}
