import type { Actor } from '#domain/actor.ts'
import { limitGuess, uncountGuess } from '#platform/rate-limits/rate-limits.ts'

/**
 * Counts a guess of a code by the actor, and runs the search for it. A code that is found is not counted. Wrong ones
 * still are, so a code of one's own buys no guesses. Throws `limited` after too many, and the errors of the search.
 */
export async function countCodeGuess<Found>(
  actor: Actor,
  network: string,
  search: () => Promise<Found>,
): Promise<Found> {
  const guesses = `code ${actor.kind === 'person' ? actor.id : network}`
  await limitGuess(guesses, network)
  const found = await search()
  await uncountGuess(guesses, network)
  return found
}
