import { useEffect } from 'react'
import { clearStoredToken } from '#api-client/stored-token.ts'

/** Loads the bearer token for API calls after sign-in, and clears it after sign-out. */
export function useBearerToken(email: string | null): void {
  useEffect(() => {
    if (email === null) clearStoredToken()
    // a call that needs the token loads it again, so a failure here does not matter
    else loadToken(email).catch(() => {})
  }, [email])
}

/** Imports the API client on demand, since visitors do not need it. */
async function loadToken(email: string): Promise<void> {
  const sending = await import('#api-client/authorized-request.ts')
  await sending.getToken(email)
}
