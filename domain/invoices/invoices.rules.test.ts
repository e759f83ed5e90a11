import { expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { taxWithin } from './invoices.rules.ts'

useDatabase()

test('the desk says the tax that the invoice then has', async () => {
  const prices = [0, 1, 5000, 6999, 12345, 99_999_999]
  for (const percent of [0, 2.5, 7.7, 8.1, 19, 99]) {
    const { rows } = await pool.query<{ tax: number }>(
      'select tax_within(cents, $2::numeric) as tax from unnest($1::bigint[]) with ordinality as prices (cents, place) order by place',
      [prices, percent],
    )
    expect(prices.map((cents) => taxWithin(cents, percent))).toEqual(rows.map(({ tax }) => tax))
  }
})
