import { recogniseDayOrder, type DayOrder, type DayOrderFinding } from './day-order.rules.ts'
import { recogniseDecimalSign, type DecimalSign, type DecimalSignFinding } from './decimal-sign.rules.ts'
import { amountFields, dayFields, recogniseHeadings, type ImportField } from './import-fields.rules.ts'

/** What a column of the file is, and how its dates and amounts are written. A null field is left out. */
export type ImportColumn = {
  field: ImportField | null
  dayOrder: DayOrder | null
  decimalSign: DecimalSign | null
}

export const isDayField = (field: ImportField | null): boolean =>
  (dayFields as readonly unknown[]).includes(field)
export const isAmountField = (field: ImportField | null): boolean =>
  (amountFields as readonly unknown[]).includes(field)

export type ColumnFinding = { dates: DayOrderFinding; amounts: DecimalSignFinding }

/** What the values of a column tell of its dates and amounts. */
export const examineColumn = (values: readonly string[]): ColumnFinding => ({
  dates: recogniseDayOrder(values),
  amounts: recogniseDecimalSign(values),
})

/** Recognises every column by its heading, and its dates and amounts by its values. */
export function recogniseColumns(
  headings: readonly string[],
  findings: readonly ColumnFinding[],
): ImportColumn[] {
  return recogniseHeadings(headings).map((field, index) => ({
    field,
    dayOrder: findings[index]!.dates.order,
    decimalSign: findings[index]!.amounts.sign,
  }))
}

/** Whether the order of dates or the decimal sign of the column has to be chosen and is not. */
export const isUndecided = (
  { field, dayOrder, decimalSign }: ImportColumn,
  { dates, amounts }: ColumnFinding,
): boolean =>
  (isDayField(field) && dates.isAsked && dayOrder === null) ||
  (isAmountField(field) && amounts.isAsked && decimalSign === null)
