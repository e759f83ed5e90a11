import { writeXlsxStream } from 'hucre/xlsx'
import { dateTimeFormat, localeSettings } from '#format/locale.ts'
import type { Cell, ColumnType, Table } from './table.rules.ts'

/**
 * Returns the table as a stream of an .xlsx workbook: days, times and amounts are numbers with a format, and text is
 * text, so that it needs no protection from formulas.
 */
export function xlsxFile({ name, columns, rows }: Table): ReadableStream<Uint8Array> {
  const dayFormat = dayFormatOf(localeSettings().language)
  return writeXlsxStream(typedRows(columns, rows), {
    // a sheet's name has at most 31 characters
    name: name.slice(0, 31),
    columns: columns.map(({ heading, type }) => ({
      header: heading,
      width: widths[type],
      numFmt: type === 'day' ? dayFormat : formats[type],
    })),
    freezePane: { rows: 1 },
  })
}

const formats: Partial<Record<ColumnType, string>> = { time: 'hh:mm', cents: '#,##0.00' }
const widths: Record<ColumnType, number> = { text: 22, day: 12, time: 8, instant: 25, cents: 12, number: 8 }

/** `dd.mm.yyyy` for German: the order of the language's dates in digits. */
const dayFormatOf = (language: string) =>
  language.startsWith('en')
    ? 'yyyy-mm-dd'
    : dateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
        .formatToParts(0)
        .map(({ type, value }) => ({ day: 'dd', month: 'mm', year: 'yyyy' })[type as 'day'] ?? `"${value}"`)
        .join('')

async function* typedRows(columns: Table['columns'], rows: Table['rows']) {
  for await (const row of rows) yield row.map((cell, index) => typedCell(cell, columns[index]!.type))
}

function typedCell(cell: Cell, type: ColumnType): string | number | Date | null {
  if (cell instanceof Date) return cell.toISOString()
  if (type === 'cents' && typeof cell === 'number') return cell / 100
  if (type === 'day' && typeof cell === 'string') return new Date(`${cell}T00:00:00Z`)
  if (type === 'time' && typeof cell === 'string') return fractionOfDay(cell)
  return cell
}

function fractionOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) / 1440
}
