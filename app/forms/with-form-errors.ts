import { data, isRouteErrorResponse } from 'react-router'
import type { Failure, FormProblem } from './form-problem.ts'

/**
 * For a page's `clientAction`: a form that could not be sent, or was refused, is answered as a problem of the
 * form, so that the page stays and says so, with all that was typed. Redirects pass, but not the one to the
 * sign-in page from the dashboard, where a session must have ended meanwhile.
 */
export async function withFormErrors<Result>(send: () => Promise<Result>) {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response && !isSignInRedirect(error)) throw error
    if (error instanceof Response) return toProblem({ message: signedOutMessage })
    return toProblem(isRouteErrorResponse(error) ? (error.data as Partial<Failure> | null) : null)
  }
}

const signedOutMessage =
  'You are signed out. Sign in again in another window, then send this once more: what you typed stays here.'

const isSignInRedirect = ({ headers }: Response) =>
  headers.get('Location')?.startsWith('/signIn?from=%2Fdashboard%2F')

// With a status of failure, so that the page's own data is not read again: that could not be reached either.
function toProblem(failure: Partial<Failure> | null) {
  const message = failure?.message ?? 'The club could not be reached. Please try again in a moment.'
  return data<FormProblem>(
    { problem: { code: 'unavailable', message, errors: {}, facts: {} } },
    { status: 503 },
  )
}
