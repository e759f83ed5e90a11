import pg from 'pg'

/** More texts than the club has; what comes beyond is planned each time, as if nothing were prepared. */
const maxStatements = 1_000

// one name a text for all connections of this process: each learns it when it first uses it
const statementNames = new Map<string, string>()
let statementCount = 0

type QueryFunction = (statement: unknown, values?: unknown, ...rest: unknown[]) => Promise<unknown>

/**
 * A connection that plans each statement with parameters once and not each time it is asked: planning costs the
 * database several times what the answer costs.
 */
export class PreparedStatementClient extends pg.Client {
  override query = ((text, values, ...rest) => {
    const query: QueryFunction = (...words) => Reflect.apply(super.query as QueryFunction, this, words)
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || rest.length > 0)
      return query(text, values, ...rest)
    const ask = () => query({ text, values, name: statementName(text) })
    return ask().catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      statementNames.delete(text)
      // a transaction is over with its first error: it begins again as a whole, see isRetryable
      if (this.getTransactionStatus() !== 'I') throw error
      return ask()
    })
  }) as QueryFunction as typeof pg.Client.prototype.query
}

function statementName(text: string): string | undefined {
  if (!statementNames.has(text) && statementNames.size < maxStatements)
    statementNames.set(text, `club_${(statementCount += 1)}`)
  return statementNames.get(text)
}

/** Whether a table changed its columns since the statement was planned, as in a migration beside a running club. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}
