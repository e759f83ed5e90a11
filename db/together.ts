import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import pg from 'pg'

// A page asks the database several things at once that know nothing of each other. Each statement costs a round trip,
// and twice as much time around it as in it, so those that are asked in the same moment are sent as one: it answers
// the rows of each as a list of texts, which are read as the driver would have read them.

type Asked = { text: string; values: readonly unknown[]; answer: (result: Promise<Result>) => void }
type Result = { command: string; rowCount: number; rows: Record<string, unknown>[] }

/** What is known of a statement once it was asked alone: the names of its columns and how each is read. */
type Known = { id: number; columns: { name: string; read: (text: string) => unknown }[] }

const mostKnown = 1_000
/** PostgreSQL takes a hundred arguments. */
const mostColumns = 100

const known = new Map<string, Known>()
const joined = new Map<string, string>()
const moments = new AsyncLocalStorage<Asked[] | null>()

/** Does work that only reads; what it asks in one moment is one statement. */
export const readTogether = <Answer>(work: () => Promise<Answer>): Promise<Answer> => moments.run([], work)

/** Does work that needs a connection of its own, such as a transaction, within `readTogether` as well. */
export const onItsOwn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => moments.run(null, work)

/**
 * Waits for all that was asked at once. Of several that refuse the first in the list counts, as if they had been asked
 * one after another; within a transaction nothing is still under way when it ends.
 */
export async function askAtOnce<Promises extends readonly unknown[]>(
  asked: readonly [...Promises],
): Promise<{ -readonly [Place in keyof Promises]: Awaited<Promises[Place]> }> {
  await Promise.allSettled(asked)
  return Promise.all(asked)
}

/** The pool as queries see it: within `readTogether` it waits a moment for others. */
export function joiningPool(pool: pg.Pool): PostgresPool {
  const joiningClient = (asked: Asked[]) => ({
    query: (text: string, values: readonly unknown[]) =>
      isReading(text) ? askTogether(pool, asked, text, values) : askAlone(pool, text, values),
    release: () => {},
  })
  return {
    connect: async () => {
      const asked = moments.getStore()
      return (asked ? joiningClient(asked) : pool.connect()) as ReturnType<PostgresPool['connect']>
    },
    end: () => pool.end(),
  } as PostgresPool
}

// one that locks rows names what it locks them for
const isReading = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge|share)\b/i.test(text)

function askTogether(
  pool: pg.Pool,
  asked: Asked[],
  text: string,
  values: readonly unknown[],
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>()
  asked.push({ text, values, answer: resolve })
  // once nothing more can be asked without an answer
  if (asked.length === 1) void turn().then(() => send(pool, asked.splice(0)))
  return promise
}

async function askAlone(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await client.query<Record<string, unknown>>(text, [...values])
    if (
      !known.has(text) &&
      known.size < mostKnown &&
      result.fields.length > 0 &&
      result.fields.length <= mostColumns
    ) {
      const columns = result.fields.map(({ name, dataTypeID }) => ({
        name,
        read: pg.types.getTypeParser(dataTypeID),
      }))
      known.set(text, { id: known.size, columns })
    }
    return result as Result
  } finally {
    client.release()
  }
}

function send(pool: pg.Pool, asked: Asked[]): void {
  const [together, alone] = [
    asked.filter(({ text }) => known.has(text)),
    asked.filter(({ text }) => !known.has(text)),
  ]
  if (together.length === 1) alone.push(...together.splice(0))
  for (const { text, values, answer } of alone) answer(askAlone(pool, text, values))
  if (together.length === 0) return
  const all = askJoined(pool, together)
  for (const [index, { text, values, answer }] of together.entries())
    answer(
      all.then(
        (results) => results[index]!,
        (error: unknown) => {
          // whose mistake it was is found by asking each alone
          if (error instanceof pg.DatabaseError) return askAlone(pool, text, values)
          throw error
        },
      ),
    )
}

async function askJoined(pool: pg.Pool, asked: Asked[]): Promise<Result[]> {
  const client = await pool.connect()
  try {
    const values = asked.flatMap((each) => each.values)
    const { rows } = await client.query<Record<string, (string | null)[][]>>(joinedText(asked), values)
    return asked.map(({ text }, index) => resultOf(known.get(text)!, rows[0]?.[`r${index}`] ?? []))
  } finally {
    client.release()
  }
}

function resultOf({ columns }: Known, lists: (string | null)[][]): Result {
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

function joinedText(asked: Asked[]): string {
  const key = asked.map(({ text }) => known.get(text)!.id).join()
  const kept = joined.get(key)
  if (kept !== undefined) return kept
  let before = 0
  const parts = asked.map(({ text, values }, place) => {
    const names = known.get(text)!.columns.map((_, index) => `c${index}`)
    const shifted = text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
    before += values.length
    const texts = names.map((name) => `${name}::text`)
    return `(select coalesce(json_agg(json_build_array(${texts.join()})), '[]') from (${shifted}) as asked (${names.join()})) as r${place}`
  })
  const text = `select ${parts.join(', ')}`
  if (joined.size < mostKnown) joined.set(key, text)
  return text
}
