import pg from 'pg'
import { mayWrite, noteWrite } from './data-version.ts'

/** Called before each statement. The returned callback receives whether it failed. */
export type OnStatement = (text: string) => ((failed: boolean) => void) | void

export type ClientOptions = {
  /** Whether statements with parameters are prepared once a connection. False behind a transaction pooler. */
  preparedStatements: boolean
  onStatement: OnStatement
}

type Callback = (error: Error | null, result?: unknown) => void
type Query = (config: unknown, values?: unknown, callback?: Callback) => Promise<unknown> | undefined

/** More distinct texts than the club has. Further ones are planned each time. */
const maxStatements = 1_000
// one name a text in this process; each connection prepares it at its first use
const statementNames = new Map<string, string>()
let statementCount = 0

/**
 * The one layer over the driver: calls the statement hook, counts committed writes, and prepares statements, because
 * planning costs PostgreSQL several times as much as running most of them.
 */
export function clubClient({ preparedStatements, onStatement }: ClientOptions): typeof pg.Client {
  return class ClubClient extends pg.Client {
    #hasPendingWrite = false

    override query = ((config: string | { text: string }, values?: unknown, callback?: Callback) => {
      const text = typeof config === 'string' ? config : config.text
      const onEnd = onStatement(text)
      if (mayWrite(text)) this.#hasPendingWrite = true
      const settle = (failed: boolean) => {
        onEnd?.(failed)
        // a write counts once its transaction ended; after a failure it may have been written
        if (!this.#hasPendingWrite || (!failed && this.getTransactionStatus() !== 'I')) return
        this.#hasPendingWrite = false
        noteWrite()
      }
      const run: Query = (...args) => Reflect.apply(super.query as Query, this, args)
      const done = typeof values === 'function' ? (values as Callback) : callback
      if (done) {
        const parameters = Array.isArray(values) ? values : undefined
        return run(config, parameters, (error, result) => {
          settle(error !== null && error !== undefined)
          done(error, result)
        })
      }
      const result =
        preparedStatements && typeof config === 'string' && Array.isArray(values) && values.length > 0
          ? this.#runPrepared(run, text, values)
          : run(config, values)!
      return result.then(
        (answer) => {
          settle(false)
          return answer
        },
        (error: unknown) => {
          settle(true)
          throw error
        },
      )
    }) as typeof pg.Client.prototype.query

    async #runPrepared(run: Query, text: string, values: unknown[]): Promise<unknown> {
      try {
        return await run({ text, values, name: statementName(text) })
      } catch (error) {
        if (!isStalePlan(error)) throw error
        statementNames.delete(text)
        // a transaction is aborted by its first error, and retried as a whole (isRetryable)
        if (this.getTransactionStatus() !== 'I') throw error
        return run({ text, values, name: statementName(text) })
      }
    }
  }
}

function statementName(text: string): string | undefined {
  if (!statementNames.has(text) && statementNames.size < maxStatements)
    statementNames.set(text, `club_${(statementCount += 1)}`)
  return statementNames.get(text)
}

/** Whether a table's columns changed after the statement was planned, as by a migration beside a running club. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}
