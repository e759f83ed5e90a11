import { bounds } from '#domain/bounds.ts'
import { t } from '#messages/t.ts'

/** Limits of an uploaded table. */
export const tableLimits = {
  bytes: bounds.importedBytes.most,
  /** Bytes of a workbook once it is unpacked. */
  unpackedBytes: 24 * 1024 * 1024,
  /** Bytes of its list of texts, once it is unpacked. */
  sharedTextBytes: 8 * 1024 * 1024,
  /** Files inside a workbook. */
  parts: 500,
  /** Rows below the headings. */
  rows: bounds.importedRows.most,
  columns: bounds.importedColumns.most,
  /** Characters of a cell. */
  cellLength: 2_000,
  /** Characters of a line of a text file: every cell at its longest, quoted. */
  lineLength: bounds.importedColumns.most * 2_003,
  /** Lines of a text file, with empty ones and those within cells. */
  lines: 100_000,
  /** Rows of a sheet in Excel. */
  workbookRows: 1_048_576,
  /** Characters of a heading; the rest is cut. */
  headingLength: 100,
} as const

export const separators = {
  comma: { sign: ',', name: () => t('separators.comma') },
  semicolon: { sign: ';', name: () => t('separators.semicolon') },
  tab: { sign: '\t', name: () => t('separators.tab') },
  bar: { sign: '|', name: () => t('separators.bar') },
} as const
export type Separator = keyof typeof separators
