import { detectDelimiter } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { DomainError } from '#core/errors.ts'
import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { decodeText, isControlled, recogniseEncoding, type TextEncoding } from './text-encoding.rules.ts'
import { separators, tableLimits, type Separator } from './uploaded-table-limits.rules.ts'
import { requireSmallWorkbook } from './workbook-size.server.ts'

/** A row of a table with its line in the file, from 1. In a workbook the line is the row of the sheet. */
export type TableRow = { line: number; cells: string[] }

export type UploadedTable = {
  /** Null in a workbook. */
  encoding: TextEncoding | null
  /** Null in a workbook. */
  separator: Separator | null
  headings: string[]
  /** Rows below the headings, without empty ones. */
  rows: TableRow[]
}

/** How a text file is read; recognised where it is null. */
export type TableNotation = { encoding: TextEncoding | null; separator: Separator | null }

const recognised: TableNotation = { encoding: null, separator: null }

/**
 * Reads an uploaded table: CSV or TSV in any known encoding, or the first sheet of a workbook. A formula is text in a
 * text file, and its stored result in a workbook. Throws `invalid` or `too-large` with the line at fault.
 */
export async function readTable(
  bytes: Uint8Array,
  notation: TableNotation = recognised,
): Promise<UploadedTable> {
  if (bytes.length === 0) throw invalid(t('refusal.tableIsEmpty'))
  if (bytes.length > tableLimits.bytes)
    throw tooLarge(t('refusal.fileIsTooLarge', { megabytes: tableLimits.bytes / 1024 / 1024 }))
  if (isZip(bytes)) return { encoding: null, separator: null, ...(await collectRows(workbookRows(bytes))) }
  if (isOldWorkbook(bytes)) throw invalid(t('refusal.oldWorkbook'))
  const encoding = notation.encoding ?? recogniseEncoding(bytes)
  const text = decode(bytes, encoding, notation.encoding !== null)
  requireBoundedLines(text)
  const separator = notation.separator ?? recogniseSeparator(text)
  const table = await collectRows(textRows(text, separator))
  if (!/[\r\n]$/.test(text)) requireWholeLastLine(table)
  return { encoding, separator, ...table }
}

/** Throws `invalid` if the last line is shorter than every other one, as where a download broke off. */
function requireWholeLastLine({ headings, rows }: Pick<UploadedTable, 'headings' | 'rows'>): void {
  const cells = rows.at(-1)!.cells.length
  if (cells < headings.length && rows.slice(0, -1).every((row) => row.cells.length > cells))
    throw invalid(t('refusal.lastLineIsCutOff', { cells }))
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b
const isOldWorkbook = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11

const invalid = (message: string) => new DomainError('invalid', message)
const tooLarge = (message: string) => new DomainError('too-large', message)

function decode(bytes: Uint8Array, encoding: TextEncoding, isChosen: boolean): string {
  let text: string
  try {
    text = decodeText(bytes, encoding)
  } catch {
    throw invalid(isChosen ? t('refusal.notInThisEncoding') : t('refusal.tableIsCutOff'))
  }
  if (isControlled(text) || isOtherDocument(text)) throw invalid(t('refusal.noTable'))
  return text
}

/** A web page, an XML file or a PDF under the name of a table. */
const isOtherDocument = (text: string) => /^\s*(<[!?a-z]|%PDF-)/i.test(text)

/** Throws `too-large` for a text whose parsing would occupy the process for seconds: its lines are long, or many. */
function requireBoundedLines(text: string): void {
  let [line, start] = [1, 0]
  for (const { index } of text.matchAll(/\r\n|\r|\n|$/g)) {
    if (index - start > tableLimits.lineLength) throw tooLarge(t('refusal.lineTooLong', { line }))
    if (line > tableLimits.lines)
      throw tooLarge(t('refusal.tooManyLines', { count: formatNumber(tableLimits.lines) }))
    ;[line, start] = [line + 1, index]
  }
}

/** Characters that show the separator: ten lines of most files. */
const sampleLength = 10_000

/**
 * Returns the separator of the most headings: amounts such as `29,90` or a note with semicolons mislead only the count of
 * whole files, which decides between equals.
 */
function recogniseSeparator(text: string): Separator {
  const headings = (/\S.*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const known = Object.keys(separators) as Separator[]
  const countOf = (each: Separator) => headings.split(separators[each].sign).length
  const most = Math.max(...known.map(countOf))
  const likely = known.filter((each) => countOf(each) === most)
  const sign = likely.length === 1 ? null : detectDelimiter(text.slice(0, sampleLength))
  return likely.find((each) => separators[each].sign === sign) ?? likely[0] ?? 'comma'
}

/**
 * Matches a cell of RFC 4180 and what follows it. A quoted cell beyond the limit does not match, nor does one that is
 * not closed.
 */
const cellPattern = (sign: string) =>
  new RegExp(
    `(?:"((?:[^"]|""){0,${tableLimits.cellLength}})"|(?!"))([^${sign}\\r\\n]*)([${sign}]|\\r\\n|\\r|\\n|$)`,
    'y',
  )

/** Reads rows one at a time, and no further than they are asked for. */
function* textRows(text: string, separator: Separator): Generator<TableRow> {
  const { sign } = separators[separator]
  const pattern = cellPattern(sign)
  let line = 1
  let cells: string[] = []
  while (pattern.lastIndex < text.length || cells.length > 0) {
    const { lastIndex } = pattern
    const match = pattern.exec(text)
    if (!match) throw text.length - lastIndex > tableLimits.cellLength ? cellTooLong(line) : openMark(line)
    const [, quoted, plain = '', end] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + plain)
    if (cells.length > tableLimits.columns) throw tooManyColumns(line)
    if (end === sign) continue
    yield { line, cells }
    line += 1 + cells.reduce((breaks, cell) => breaks + countLineBreaks(cell), 0)
    cells = []
  }
}

const countLineBreaks = (cell: string) => cell.match(/\r\n|\r|\n/g)?.length ?? 0

async function* workbookRows(bytes: Uint8Array): AsyncGenerator<TableRow> {
  requireSmallWorkbook(bytes)
  let last = -1
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      if (!(index > last && index < tableLimits.workbookRows)) throw invalid(t('refusal.unreadableWorkbook'))
      last = index
      if (values.length > tableLimits.columns) throw tooManyColumns(index + 1)
      yield { line: index + 1, cells: values.map(cellText) }
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw invalid(t('refusal.unreadableWorkbook'))
  }
}

/** A day is written as `2026-11-26`, and a number without an exponent. */
function cellText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  if (typeof value === 'number')
    return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 })
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

/** Collects headings and rows within the limits. */
async function collectRows(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
): Promise<Pick<UploadedTable, 'headings' | 'rows'>> {
  let headings: string[] | null = null
  const collected: TableRow[] = []
  for await (const { line, cells } of rows) {
    const trimmed = cells.map((cell) => cell.trim())
    if (trimmed.every((cell) => cell === '')) continue
    requireBounded(line, trimmed)
    if (headings === null) {
      headings = requireHeadings(trimmed)
      continue
    }
    if (collected.length === tableLimits.rows)
      throw tooLarge(t('refusal.tooManyTableRows', { count: formatNumber(tableLimits.rows) }))
    collected.push({ line, cells: trimmed })
  }
  if (headings === null || collected.length === 0) throw invalid(t('refusal.noRowsBelowHeadings'))
  return { headings, rows: collected }
}

const cellTooLong = (line: number) =>
  tooLarge(t('refusal.cellTooLong', { line, count: formatNumber(tableLimits.cellLength) }))
const openMark = (line: number) => invalid(t('refusal.openQuotationMark', { line }))
const tooManyColumns = (line: number) =>
  tooLarge(t('refusal.tooManyColumns', { line, count: tableLimits.columns }))

function requireBounded(line: number, cells: string[]): void {
  if (cells.length > tableLimits.columns) throw tooManyColumns(line)
  if (cells.some((cell) => cell.length > tableLimits.cellLength)) throw cellTooLong(line)
}

/** Headings without empty ones at the end. Columns without a heading are named by their place. */
function requireHeadings(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells
    .slice(0, last + 1)
    .map(
      (cell, index) =>
        [...cell].slice(0, tableLimits.headingLength).join('') || t('columns.unnamed', { number: index + 1 }),
    )
}
