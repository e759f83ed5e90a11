import { data, isRouteErrorResponse } from 'react-router'
import type { Failure, FormProblem } from './form-problem.ts'

/**
 * For a page's `clientAction`: a form that could not be sent, or was refused, is answered as a problem of the
 * form, so that the page stays and says so. Redirects pass.
 */
export async function keepPage<Result>(send: () => Promise<Result>) {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    return toProblem(isRouteErrorResponse(error) ? (error.data as Partial<Failure> | null) : null)
  }
}

// With a status of failure, so that the page's own data is not read again: that could not be reached either.
function toProblem(failure: Partial<Failure> | null) {
  const message = failure?.message ?? 'The club could not be reached. Please try again in a moment.'
  return data<FormProblem>({ problem: { message, errors: {}, facts: {} } }, { status: 503 })
}
