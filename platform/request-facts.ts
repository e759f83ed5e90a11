import { AsyncLocalStorage } from 'node:async_hooks'
import { kept } from './running.ts'

/** What is known of the request that is being answered: every line of the log that it leads to tells it. */
export type RequestFacts = {
  requestId: string
  /** Where it comes from, as `clientAddress` has it. */
  network?: string
  /** Who is signed in, and whose account somebody tries to open: by the name of `pseudonymOf`. */
  person?: string
  account?: string
}

type Facts = { told: RequestFacts; statements: number }

const storage = kept<AsyncLocalStorage<Facts>>('request-facts')
const current = storage.get() ?? storage.set(new AsyncLocalStorage<Facts>())

/** Does `work` as part of this request; answers it, and how many statements it asked of the database. */
export async function asRequest<Answer>(
  told: RequestFacts,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; statements: number }> {
  const facts = { told, statements: 0 }
  const answer = await current.run(facts, work)
  return { answer, statements: facts.statements }
}

/** Adds to what is known; nothing outside of a request. */
export function noteFacts(more: Partial<RequestFacts>): void {
  Object.assign(current.getStore()?.told ?? {}, more)
}

/** What is known of the request that leads here; nothing outside of one. */
export const requestFacts = (): Partial<RequestFacts> => ({ ...current.getStore()?.told })

/** Counts a statement of the request that leads here. */
export function countStatement(): void {
  const facts = current.getStore()
  if (facts) facts.statements += 1
}
