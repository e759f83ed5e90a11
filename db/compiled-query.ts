import type { Compilable, CompiledQuery } from 'kysely'
import type { Queryable } from './client.ts'

/**
 * Returns a query that is compiled once, at its first use, and later runs with other values. For the most frequent
 * queries. `build` receives placeholders: it can compare and insert them, but not inspect them.
 */
export function compiledQuery<Values extends unknown[], Row>(build: (...values: Values) => Compilable<Row>) {
  let built: { query: CompiledQuery<Row>; places: Map<unknown, number> } | undefined
  return async (from: Queryable, ...values: Values): Promise<Row[]> => {
    if (!built) {
      const marks = values.map(() => Symbol('value'))
      const query = build(...(marks as unknown[] as Values)).compile()
      built = { query, places: new Map(marks.map((mark, index) => [mark, index])) }
    }
    const { query, places } = built
    const parameters = query.parameters.map((each) => (places.has(each) ? values[places.get(each)!] : each))
    return (await from.executeQuery<Row>({ ...query, parameters })).rows
  }
}
