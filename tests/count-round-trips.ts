import pg from 'pg'

let count = 0
const connect = pg.Pool.prototype.connect
pg.Pool.prototype.connect = function counted(this: pg.Pool, ...parameters: []) {
  count += 1
  return Reflect.apply(connect, this, parameters)
} as typeof connect

/**
 * Runs `work` and counts the connections that it takes. Statements that a page runs at once share one, so this is how
 * often it waits for the database. The built site is counted as well: it uses the same library.
 */
export async function countRoundTrips<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result & { roundTrips: number }> {
  const before = count
  const result = await work()
  return { ...result, roundTrips: count - before }
}
