import { dateTimeFormat, localeSettings } from '#format/locale.ts'
import type { Cell, ColumnType, Table } from './table.rules.ts'

/** Notation of a CSV file. */
type CsvNotation = { start: string; separator: string; decimalSign: string; day: (day: string) => string }

/** For programs: commas, points, ISO days, no byte order mark. */
const programNotation: CsvNotation = { start: '', separator: ',', decimalSign: '.', day: (day) => day }

/**
 * For spreadsheets: the byte order mark makes a double click read UTF-8. Days and decimals are those of the club's
 * language, and a decimal comma makes the separator a semicolon.
 */
function spreadsheetNotation(): CsvNotation {
  const { language } = localeSettings()
  const decimalSign = decimalSignOf(language)
  return {
    start: '\uFEFF',
    separator: decimalSign === ',' ? ';' : ',',
    decimalSign,
    // English is written in ISO, which both orders of day and month read alike
    day: (day) => (language.startsWith('en') ? day : formatDayDigits(day, language)),
  }
}

const decimalSignOf = (language: string) =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

const formatDayDigits = (day: string, language: string) =>
  dateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )

/** Returns the table as a stream of CSV (RFC 4180) in UTF-8, with backpressure. */
export function csvFile(table: Table, reader: 'spreadsheet' | 'program'): ReadableStream<Uint8Array> {
  return utf8Stream(csvText(table, reader === 'spreadsheet' ? spreadsheetNotation() : programNotation))
}

async function* csvText({ columns, rows }: Table, notation: CsvNotation): AsyncGenerator<string, undefined> {
  const line = (cells: readonly string[]) => `${cells.join(notation.separator)}\r\n`
  yield notation.start + line(columns.map(({ heading }) => escapeText(heading)))
  let text = ''
  for await (const row of rows) {
    text += line(row.map((cell, index) => formatCell(cell, columns[index]!.type, notation)))
    if (text.length < 32_768) continue
    yield text
    text = ''
  }
  yield text
  return undefined
}

function formatCell(cell: Cell, type: ColumnType, { decimalSign, day }: CsvNotation): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'string') return escapeText(type === 'day' ? day(cell) : cell)
  const text = type === 'cents' ? (cell / 100).toFixed(2) : String(cell)
  return text.replace('.', decimalSign)
}

/**
 * Quotes a text. One that a spreadsheet would run as a formula gets a leading apostrophe, because the file contains
 * user input (CSV injection).
 */
export function escapeText(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  // some spreadsheets split a line at semicolons
  return /[",;\r\n\t']|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function utf8Stream(parts: AsyncGenerator<string, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
