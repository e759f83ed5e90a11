import { data, isRouteErrorResponse, type ClientActionFunctionArgs } from 'react-router'
import { t } from '#messages/t.ts'
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
    if (error instanceof Response) return toProblem({ message: t('clientAction.signedOut') })
    return toProblem(isRouteErrorResponse(error) ? (error.data as Partial<Failure> | null) : null)
  }
}

const isSignInRedirect = ({ headers }: Response) =>
  /^(\/\w\w)?\/signIn\?from=(%2F\w\w)?%2Fdashboard%2F/.test(headers.get('Location') ?? '')

// With an error status, so that React Router does not reload the page's data from a server it cannot reach.
function toProblem(failure: Partial<Failure> | null) {
  const message = failure?.message ?? t('clientAction.weCouldntReachThe')
  return data<FormProblem>(
    { problem: { code: 'unavailable', message, errors: {}, facts: {} } },
    { status: 503 },
  )
}
