import { useEffect } from 'react'
import { forgetToken, obtainToken } from '#api/sending.ts'

/** Keeps the bearer token of the browser's direct calls in step with who is signed in. */
export function useToken(email: string | null): void {
  useEffect(() => {
    if (email === null) forgetToken()
    // a call that needs it asks again, so a failure here is no news
    else obtainToken(email).catch(() => {})
  }, [email])
}
