import { DomainError, invalidAt } from '#core/errors.ts'
import { t } from '#messages/t.ts'
import { recogniseChargeColumns, type ChargeField } from './charge-columns.rules.ts'
import { parseDay, type DayOrder } from './day-order.rules.ts'
import { parseAmount, type DecimalSign } from './decimal-sign.rules.ts'
import { examineColumn } from './import-columns.rules.ts'

/** A row of the old system's file. Texts are empty where the file has nothing. */
export type ReadCharge = {
  line: number
  day: string
  cents: number
  number: string
  name: string
  email: string
}

/** How dates and amounts are written where the file does not tell. */
type ChargeNotation = { dayOrder: DayOrder | null; decimalSign: DecimalSign | null }

const personFields = ['number', 'name', 'firstName', 'lastName', 'email'] as const

/**
 * Reads the charges of a table. Rows without an amount, and those of money that went back, are left out. Throws `invalid`
 * without the needed columns, at dates or amounts that can be read in two ways, and at the first rows that cannot be read.
 */
export function readCharges(
  headings: readonly string[],
  rows: readonly { line: number; cells: readonly string[] }[],
  notation: ChargeNotation,
): { charges: ReadCharge[]; leftOut: number } {
  const columns = recogniseChargeColumns(headings)
  const { day: dayColumn, amount: amountColumn } = columns
  if (dayColumn === undefined) throw invalidAt('file', t('refusal.noDateColumn'))
  if (amountColumn === undefined) throw invalidAt('file', t('refusal.noAmountColumn'))
  if (personFields.every((field) => columns[field] === undefined))
    throw invalidAt('file', t('refusal.noPersonColumn'))
  const valuesOf = (column: number) => rows.map(({ cells }) => cells[column] ?? '')
  const { dates } = examineColumn(valuesOf(dayColumn))
  const { amounts } = examineColumn(valuesOf(amountColumn))
  const dayOrder = notation.dayOrder ?? dates.order
  const decimalSign = notation.decimalSign ?? amounts.sign
  const asked = (column: number, example: string | null) => ({
    value: headings[column]!,
    example: example ?? 'there',
  })
  if (dates.isAsked && dayOrder === null)
    throw invalidAt('dayOrder', t('refusal.chooseWhetherTheDay', asked(dayColumn, dates.example)))
  if (amounts.isAsked && decimalSign === null)
    throw invalidAt('decimalSign', t('refusal.chooseTheDecimalSign', asked(amountColumn, amounts.example)))
  const charges: ReadCharge[] = []
  const problems: string[] = []
  for (const { line, cells } of rows) {
    const cell = (field: ChargeField) => cells[columns[field] ?? -1] ?? ''
    const unreadable = (value: string) =>
      problems.push(t('refusal.unreadableCell', { line, value: value.slice(0, 40) }))
    const amount = cell('amount')
    if (amount === '' || isPaidBack(amount)) continue
    const day = parseDay(cell('day'), dayOrder)
    const parsed = parseAmount(amount, decimalSign)
    if ('problem' in day) unreadable(cell('day'))
    else if ('problem' in parsed) unreadable(amount)
    else if (parsed.cents > 0)
      charges.push({
        line,
        day: day.day,
        cents: parsed.cents,
        number: cell('number'),
        name: nameOf(cell).slice(0, 100),
        email: cell('email').toLowerCase(),
      })
  }
  if (problems.length > 0) throw unreadableRows(problems)
  return { charges, leftOut: rows.length - charges.length }
}

/** An amount below zero, also as `(5.00)` or `5,00-`. */
const isPaidBack = (amount: string) => /^[^\d]*[-−(]|-$/.test(amount)

const nameOf = (cell: (field: ChargeField) => string) =>
  cell('name') || `${cell('firstName')} ${cell('lastName')}`.trim() || cell('email') || cell('number')

function unreadableRows(problems: string[]): DomainError {
  const [first = ''] = problems
  const shown = problems.length > 3 ? [...problems.slice(0, 3), '…'] : problems
  return new DomainError('invalid', first, { errors: { file: [shown.join(' ')] } })
}
