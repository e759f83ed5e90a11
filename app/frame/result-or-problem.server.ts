import { DomainError } from '#core/errors.ts'
import type { Problem } from '#app/forms/form-problem.ts'

/** Returns the result of a form with method GET, or its problem. Other errors are thrown. */
export async function resultOrProblem<Found>(
  found: Promise<Found>,
): Promise<{ found: Found; wrong: null } | { found: null; wrong: Problem }> {
  try {
    return { found: await found, wrong: null }
  } catch (error) {
    if (!(error instanceof DomainError) || (error.code !== 'invalid' && error.code !== 'conflict'))
      throw error
    const { code, message, errors, facts } = error
    return { found: null, wrong: { code, message, errors, facts } }
  }
}
