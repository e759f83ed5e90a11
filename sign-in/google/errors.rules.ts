import { t } from '#messages/t.ts'

// Messages for a failed sign-in with Google, by the code in the address (`?error=`).
const messages: Record<string, string> = {
  get account_not_linked() {
    return t('errors.thisEmailAlreadyHas')
  },
  get email_not_verified() {
    return t('errors.googleHasntVerifiedThis')
  },
  get email_not_found() {
    return t('errors.googleDidntShareAn')
  },
  get access_denied() {
    return t('errors.signingInWithGoogle')
  },
  get unavailable() {
    return t('errors.googleCantBeReached')
  },
  get email_does_not_match() {
    return t('errors.thisGoogleAccountHas')
  },
  get account_already_linked_to_different_user() {
    return t('errors.thisGoogleAccountIs')
  },
}

/** Returns the message for a failed sign-in with Google; null if nothing failed. */
export function googleErrorMessage(error: string | null): string | null {
  if (error === null || error === '') return null
  // excludes inherited properties such as `constructor`
  const known = Object.hasOwn(messages, error) ? messages[error] : undefined
  return known ?? t('errors.signingInWithGoogle2')
}
