import { data, isRouteErrorResponse, type ClientActionFunctionArgs } from 'react-router'
import type { Failure, FormProblem } from './form-problem.ts'

/**
 * The client action of a page with forms: returns a failed submission as a form problem, so that the page keeps the
 * typed values and shows the message. Redirects pass, except those from the dashboard to the sign-in page, which mean
 * that the session has ended.
 */
export async function clientAction({ serverAction }: Pick<ClientActionFunctionArgs, 'serverAction'>) {
  try {
    // the page's type of its result comes from `action`
    return (await serverAction()) as never
  } catch (error) {
    if (error instanceof Response && !isSignInRedirect(error)) throw error
    if (error instanceof Response) return toProblem({ message: signedOutMessage })
    return toProblem(isRouteErrorResponse(error) ? (error.data as Partial<Failure> | null) : null)
  }
}

const signedOutMessage =
  'You’re signed out. Sign in again in another window, then send this again. What you typed stays here.'

const isSignInRedirect = ({ headers }: Response) =>
  headers.get('Location')?.startsWith('/signIn?from=%2Fdashboard%2F')

// With an error status, so that React Router does not reload the page's data from a server it cannot reach.
function toProblem(failure: Partial<Failure> | null) {
  const message = failure?.message ?? 'We couldn’t reach the club. Please try again in a moment.'
  return data<FormProblem>(
    { problem: { code: 'unavailable', message, errors: {}, facts: {} } },
    { status: 503 },
  )
}
