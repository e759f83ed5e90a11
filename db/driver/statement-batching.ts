import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import pg from 'pg'

// A page asks the database several things at once that know nothing of each other. Each statement costs a round trip,
// and twice as much time around it as in it, so those that are asked in the same moment are sent as one: it answers
// the rows of each as a list of texts, which are read as the driver would have read them.

type PendingStatement = {
  text: string
  values: readonly unknown[]
  resolve: (result: Promise<StatementResult>) => void
}
type StatementResult = { command: string; rowCount: number; rows: Record<string, unknown>[] }

/** What is known of a statement once it was asked alone: the names of its columns and how each is read. */
type KnownStatement = { id: number; columns: { name: string; read: (text: string) => unknown }[] }

const maxKnownStatements = 1_000
/** PostgreSQL takes a hundred arguments. */
const maxColumns = 100

const knownStatements = new Map<string, KnownStatement>()
const batchTexts = new Map<string, string>()
const batchStorage = new AsyncLocalStorage<PendingStatement[] | null>()

/** Does work that only reads; what it asks in one moment is one statement. */
export const batchReads = <Answer>(work: () => Promise<Answer>): Promise<Answer> => batchStorage.run([], work)

/** Does work that needs a connection of its own, such as a transaction, within `readTogether` as well. */
export const outsideBatch = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  batchStorage.run(null, work)

/**
 * Waits for all that was asked at once. Of several that refuse the first in the list counts, as if they had been asked
 * one after another; within a transaction nothing is still under way when it ends.
 */
export async function settleAll<Promises extends readonly unknown[]>(
  asked: readonly [...Promises],
): Promise<{ -readonly [Place in keyof Promises]: Awaited<Promises[Place]> }> {
  await Promise.allSettled(asked)
  return Promise.all(asked)
}

/** The pool as queries see it: within `readTogether` it waits a moment for others. */
export function batchingPool(pool: pg.Pool): PostgresPool {
  const joiningClient = (asked: PendingStatement[]) => ({
    query: (text: string, values: readonly unknown[]) =>
      isReadOnly(text) ? enqueueInBatch(pool, asked, text, values) : runAlone(pool, text, values),
    release: () => {},
  })
  return {
    connect: async () => {
      const asked = batchStorage.getStore()
      return (asked ? joiningClient(asked) : pool.connect()) as ReturnType<PostgresPool['connect']>
    },
    end: () => pool.end(),
  } as PostgresPool
}

// one that locks rows names what it locks them for
const isReadOnly = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge|share)\b/i.test(text)

function enqueueInBatch(
  pool: pg.Pool,
  asked: PendingStatement[],
  text: string,
  values: readonly unknown[],
): Promise<StatementResult> {
  const { promise, resolve } = Promise.withResolvers<StatementResult>()
  asked.push({ text, values, resolve: resolve })
  // once nothing more can be asked without an answer
  if (asked.length === 1) void turn().then(() => sendBatch(pool, asked.splice(0)))
  return promise
}

async function runAlone(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<StatementResult> {
  const client = await pool.connect()
  try {
    const result = await client.query<Record<string, unknown>>(text, [...values])
    if (
      !knownStatements.has(text) &&
      knownStatements.size < maxKnownStatements &&
      result.fields.length > 0 &&
      result.fields.length <= maxColumns
    ) {
      const columns = result.fields.map(({ name, dataTypeID }) => ({
        name,
        read: pg.types.getTypeParser(dataTypeID),
      }))
      knownStatements.set(text, { id: knownStatements.size, columns })
    }
    return result as StatementResult
  } finally {
    client.release()
  }
}

function sendBatch(pool: pg.Pool, asked: PendingStatement[]): void {
  const [together, alone] = [
    asked.filter(({ text }) => knownStatements.has(text)),
    asked.filter(({ text }) => !knownStatements.has(text)),
  ]
  if (together.length === 1) alone.push(...together.splice(0))
  for (const { text, values, resolve } of alone) resolve(runAlone(pool, text, values))
  if (together.length === 0) return
  const all = runBatch(pool, together)
  for (const [index, { text, values, resolve }] of together.entries())
    resolve(
      all.then(
        (results) => results[index]!,
        (error: unknown) => {
          // whose mistake it was is found by asking each alone
          if (error instanceof pg.DatabaseError) return runAlone(pool, text, values)
          throw error
        },
      ),
    )
}

async function runBatch(pool: pg.Pool, asked: PendingStatement[]): Promise<StatementResult[]> {
  const client = await pool.connect()
  try {
    const values = asked.flatMap((each) => each.values)
    const { rows } = await client.query<Record<string, (string | null)[][]>>(batchText(asked), values)
    return asked.map(({ text }, index) =>
      parseResult(knownStatements.get(text)!, rows[0]?.[`r${index}`] ?? []),
    )
  } finally {
    client.release()
  }
}

function parseResult({ columns }: KnownStatement, lists: (string | null)[][]): StatementResult {
  const rows = lists.map((list) =>
    Object.fromEntries(
      columns.map(({ name, read }, index) => {
        const text = list[index] ?? null
        return [name, text === null ? null : read(text)]
      }),
    ),
  )
  return { command: 'SELECT', rowCount: rows.length, rows }
}

function batchText(asked: PendingStatement[]): string {
  const key = asked.map(({ text }) => knownStatements.get(text)!.id).join()
  const kept = batchTexts.get(key)
  if (kept !== undefined) return kept
  let before = 0
  const parts = asked.map(({ text, values }, place) => {
    const names = knownStatements.get(text)!.columns.map((_, index) => `c${index}`)
    const shifted = text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
    before += values.length
    const texts = names.map((name) => `${name}::text`)
    return `(select coalesce(json_agg(json_build_array(${texts.join()})), '[]') from (${shifted}) as asked (${names.join()})) as r${place}`
  })
  const text = `select ${parts.join(', ')}`
  if (batchTexts.size < maxKnownStatements) batchTexts.set(key, text)
  return text
}
