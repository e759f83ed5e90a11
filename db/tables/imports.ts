import type { ColumnType, Generated } from 'kysely'
import type { StoredMessage } from '#format/stored-message.ts'
import type { CreatedAt, Day, MaybeTimestamp } from './column-types.ts'

export type ImportState = 'draft' | 'checked' | 'running' | 'stopped' | 'done' | 'undoing' | 'undone'
export type ImportRowState = 'new' | 'known' | 'changed' | 'wrong' | 'twice'

/** Written as JSON text. */
type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>
type Json<Value> = ColumnType<Value, string, string>

/** A column as in domain/imports/import-columns.rules.ts. */
type StoredColumn = Record<'field' | 'dayOrder' | 'decimalSign', string | null>
type StoredValues = Record<'membership' | 'trainer' | 'salutation', Record<string, string>>

type ImportsTable = {
  id: Generated<string>
  madeBy: string | null
  madeAt: CreatedAt
  changedAt: Generated<Date>
  fileName: string
  fileDigest: string
  file: Buffer | null
  source: string
  encoding: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be' | null
  separator: 'comma' | 'semicolon' | 'tab' | 'bar' | null
  headings: string[]
  rowCount: number
  columns: Json<StoredColumn[]>
  matchedValues: Json<StoredValues>
  state: Generated<ImportState>
  startedAt: MaybeTimestamp
  finishedAt: MaybeTimestamp
  undoneAt: MaybeTimestamp
  invitedAt: MaybeTimestamp
  addedCount: Generated<number>
  changedCount: Generated<number>
  stayedCount: Generated<number>
}

/** What a row added to a member, for the undo. */
export type AddedByImport = {
  columns?: Record<string, unknown>
  subscribed?: string
  balance?: true
}

type ImportRowsTable = {
  importId: string
  line: number
  cells: string[]
  state: ImportRowState | null
  name: Generated<string>
  sentence: Generated<string>
  facts: MaybeJson<StoredMessage>
  memberId: string | null
  doneAt: MaybeTimestamp
  outcome: 'added' | 'changed' | 'nothing' | 'taken out' | 'stays' | null
  added: MaybeJson<AddedByImport>
  invitedAt: MaybeTimestamp
}

type ImportKeysTable = { source: string; key: string; memberId: string; importId: string | null }

type OpeningBalancesTable = {
  memberId: string
  source: string
  importId: string | null
  membership: Generated<string>
  offerId: string | null
  trainerId: string | null
  creditsLeft: number | null
  runsUntil: Day | null
  /** In cents. */
  priceCents: number | null
  nextChargeOn: Day | null
  madeAt: CreatedAt
}

type ComparisonsTable = {
  id: Generated<string>
  madeBy: string
  madeAt: CreatedAt
  source: string
  untilDay: Generated<Day>
  /** A multirange of days. */
  covered: Generated<string>
}

type ComparedChargesTable = {
  comparisonId: string
  chargedOn: Day
  line: number
  name: string
  memberId: string | null
  /** In cents. */
  amountCents: number
}

export type ImportsTables = {
  imports: ImportsTable
  importRows: ImportRowsTable
  importKeys: ImportKeysTable
  openingBalances: OpeningBalancesTable
  comparisons: ComparisonsTable
  comparedCharges: ComparedChargesTable
}
