import pg from 'pg'

let count = 0
const query = pg.Client.prototype.query
pg.Client.prototype.query = function counted(this: pg.Client, ...words: unknown[]) {
  count += 1
  return Reflect.apply(query, this, words)
} as typeof query

/** Does the work and counts what this file asks of the database meanwhile, in the built site as well. */
export async function countStatements<Answer extends object>(
  work: () => Promise<Answer>,
): Promise<Answer & { statements: number }> {
  const before = count
  const answer = await work()
  return { ...answer, statements: count - before }
}
