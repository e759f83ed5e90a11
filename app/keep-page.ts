import { isRouteErrorResponse } from 'react-router'
import type { Failure, FormProblem } from './handlers.server.ts'

const notReached: FormProblem = {
  problem: {
    message: 'The club could not be reached. Nothing was sent; please try again.',
    errors: {},
    facts: {},
  },
}

/**
 * For a page's `clientAction`: a form that could not be sent, or was refused, is answered as a problem of the
 * form, so that the page stays and says so. Redirects pass.
 */
export async function keepPage<Result>(send: () => Promise<Result>): Promise<Result | FormProblem> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error
    if (!isRouteErrorResponse(error)) return notReached
    const failure = error.data as Partial<Failure> | null
    if (typeof failure?.message !== 'string') return notReached
    return { problem: { message: failure.message, errors: {}, facts: {} } }
  }
}
