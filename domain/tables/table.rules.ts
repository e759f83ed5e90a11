/** Tables for spreadsheets and programs: typed columns and a stream of rows. The writers know no table. */

import { formatIsoDay, formatTime } from '#format/date-time.ts'
import type { Language } from '#messages/languages.ts'
import { currentLanguage, inLanguage, t } from '#messages/t.ts'

/** How the values of a column are written. `day` is such as `2026-11-26`, `time` such as `09:41`. */
export type ColumnType = 'text' | 'day' | 'time' | 'instant' | 'cents' | 'number'

export type Cell = string | number | Date | null

export type TableColumn<Row> = { heading: string; type: ColumnType; value: (row: Row) => Cell }

/** A table to be written. The rows are read once, in batches. */
export type Table = {
  /** Name of the sheet and the file, such as `ledger-2026-11`. */
  name: string
  columns: readonly { heading: string; type: ColumnType }[]
  rows: AsyncIterable<readonly Cell[]>
}

/** Describes a table by its columns and its batches of rows. */
export function describeTable<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Table {
  return { name, columns, rows: cellsOf(columns, batches, currentLanguage()) }
}

/** Cells are read after the request, and so outside of its language. */
async function* cellsOf<Row>(
  columns: readonly TableColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  language: Language,
): AsyncGenerator<Cell[]> {
  for await (const batch of batches)
    for (const row of batch) yield inLanguage(language, () => columns.map(({ value }) => value(row)))
}

const batchSize = 1000

/** Reads rows in batches of 1,000, each after the last row of the previous one. */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const batch: Row[] = await read(last, batchSize)
    yield batch
    if (batch.length < batchSize) return
    last = batch.at(-1)
  }
}

/** A table that was read at once. */
export async function* oneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows)
}

/** Columns with day and time of a moment in the club's time zone. */
export const dayAndTime = <Row>(
  moment: (row: Row) => Date | null,
  timeZone: string,
  [day, time]: readonly [string, string] = [t('table.day'), t('table.time')],
): TableColumn<Row>[] => [
  { heading: day, type: 'day', value: (row) => ifSet(moment(row), (at) => formatIsoDay(at, timeZone)) },
  { heading: time, type: 'time', value: (row) => ifSet(moment(row), (at) => formatTime(at, timeZone)) },
]

const ifSet = <Value>(value: Value | null, format: (value: Value) => string) =>
  value === null ? null : format(value)
