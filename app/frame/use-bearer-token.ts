import { useEffect } from 'react'
import { clearStoredToken } from '#api-client/stored-token.ts'

/** Keeps the bearer token of the browser's direct calls in step with who is signed in. */
export function useBearerToken(email: string | null): void {
  useEffect(() => {
    if (email === null) clearStoredToken()
    // a call that needs it asks again, so a failure here is no news
    else loadToken(email).catch(() => {})
  }, [email])
}

/** What makes calls is a script of its own, which visitors have no use for. */
async function loadToken(email: string): Promise<void> {
  const sending = await import('#api-client/request.ts')
  await sending.getToken(email)
}
