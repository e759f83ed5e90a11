import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from '#core/singleton.ts'

/** What is known of the request that is being answered: every line of the log that it leads to tells it. */
export type RequestContext = {
  requestId: string
  /** Where it comes from, as `clientAddress` has it. */
  network?: string
  /** Pseudonyms (`pseudonymOf`) of the signed-in person, and of the account of a sign-in attempt. */
  person?: string
  account?: string
}

type ContextEntry = { context: RequestContext; statements: number }

const contextSingleton = singleton<AsyncLocalStorage<ContextEntry>>('request-facts')
const contextStorage = contextSingleton.get() ?? contextSingleton.set(new AsyncLocalStorage<ContextEntry>())

/** Runs `work` in the context of this request. Returns its result, and the number of its database statements. */
export async function runInRequestContext<Answer>(
  context: RequestContext,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; statements: number }> {
  const entry: ContextEntry = { context, statements: 0 }
  const answer = await contextStorage.run(entry, work)
  return { answer, statements: entry.statements }
}

/** Adds to what is known; nothing outside of a request. */
export function addToRequestContext(more: Partial<RequestContext>): void {
  Object.assign(contextStorage.getStore()?.context ?? {}, more)
}

/** What is known of the request that leads here; nothing outside of one. */
export const currentRequestContext = (): Partial<RequestContext> => ({
  ...contextStorage.getStore()?.context,
})

/** Counts a statement of the request that leads here. */
export function countStatement(): void {
  const entry = contextStorage.getStore()
  if (entry) entry.statements += 1
}
