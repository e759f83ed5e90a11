import type { Problem } from '#app/forms/form-problem.ts'
import { DomainError } from '#core/errors.ts'

/** Returns the result of a form with method GET, or its problem. Other errors are thrown. */
export async function resultOrProblem<Result>(
  work: Promise<Result>,
): Promise<{ result: Result; problem: null } | { result: null; problem: Problem }> {
  try {
    return { result: await work, problem: null }
  } catch (error) {
    if (!(error instanceof DomainError) || (error.code !== 'invalid' && error.code !== 'conflict'))
      throw error
    const { code, message, errors, facts } = error
    return { result: null, problem: { code, message, errors, facts } }
  }
}
