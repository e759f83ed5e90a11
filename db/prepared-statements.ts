import pg from 'pg'

/** More texts than the club has; what comes beyond is planned each time, as if nothing were prepared. */
const mostNames = 500

// one name a text for all connections of this process: each learns it when it first uses it
const names = new Map<string, string>()
let named = 0

type Query = (statement: unknown, values?: unknown, ...rest: unknown[]) => Promise<unknown>

/**
 * Lets a connection plan each statement with parameters once and not each time it is asked: planning costs the
 * database several times what the answer costs.
 */
export function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const prepared: Query = (text, values, ...rest) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || rest.length > 0)
      return query(text, values, ...rest)
    const ask = () => query({ text, values, name: nameOf(text) })
    return ask().catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      names.delete(text)
      // a transaction is over with its first error: it begins again as a whole, see isRetryable
      if (client.getTransactionStatus() !== 'I') throw error
      return ask()
    })
  }
  client.query = prepared as typeof client.query
}

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < mostNames) names.set(text, `club_${(named += 1)}`)
  return names.get(text)
}

/** Whether a table changed its columns since the statement was planned, as in a migration beside a running club. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}
