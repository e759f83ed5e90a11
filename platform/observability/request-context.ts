import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from '#core/singleton.ts'

/** Facts about the current request, added to every log entry. */
export type RequestContext = {
  requestId: string
  /** The client's address (`clientAddress`). */
  network?: string
  /** Pseudonyms (`pseudonymOf`) of the signed-in person, and of the account of a sign-in attempt. */
  person?: string
  account?: string
}

type ContextEntry = { context: RequestContext; statements: number }

const contextSingleton = singleton<AsyncLocalStorage<ContextEntry>>('request-context')
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

/** Adds facts to the current request. Does nothing outside of one. */
export function addToRequestContext(more: Partial<RequestContext>): void {
  Object.assign(contextStorage.getStore()?.context ?? {}, more)
}

/** Returns the facts of the current request; empty outside of one. */
export const currentRequestContext = (): Partial<RequestContext> => ({
  ...contextStorage.getStore()?.context,
})

/** Counts a statement of the current request. */
export function countStatement(): void {
  const entry = contextStorage.getStore()
  if (entry) entry.statements += 1
}
