import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, optionalLine, reading } from '#domain/input.ts'
import { textEncodings } from '#domain/tables/text-encoding.rules.ts'
import { separators } from '#domain/tables/uploaded-table-limits.rules.ts'
import { t } from '#messages/t.ts'
import { dayOrders } from './day-order.rules.ts'
import { decimalSigns } from './decimal-sign.rules.ts'
import { importFields, repeatedFields, type ImportField } from './import-fields.rules.ts'

const outOfDate = { error: () => t('input.outOfDate') }

/** Null for an empty choice. */
const choice = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  reading(
    (value: string | null | undefined) => (value === '' || value === undefined ? null : value),
    z.enum(values, outOfDate).nullable(),
  )

export const importSource = line(() => t('input.importSource'), bounds.importSource)

export const fileName = optionalLine(() => t('input.theFileName'), bounds.fileName)

export const notationInput = z.object({
  encoding: choice(textEncodings),
  separator: choice(Object.keys(separators) as [keyof typeof separators, ...(keyof typeof separators)[]]),
})
export type NotationInput = z.input<typeof notationInput>

const column = z.object({
  field: choice(Object.keys(importFields) as [ImportField, ...ImportField[]]),
  dayOrder: choice(dayOrders),
  decimalSign: choice(decimalSigns),
})

/** What each column is, in the order of the file. A field that one column may be is chosen once. */
export const columnsInput = z
  .array(column, outOfDate)
  .max(100, outOfDate)
  .superRefine((columns, context) => {
    const seen = new Set<ImportField>()
    columns.forEach(({ field }, index) => {
      if (field === null || repeatedFields.includes(field)) return
      if (seen.has(field))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: t('input.columnTwice', { field: importFields[field] }),
        })
      seen.add(field)
    })
    if (!seen.has('name') && !seen.has('firstName') && !seen.has('lastName'))
      context.addIssue({ code: 'custom', path: [''], message: t('input.nameColumn') })
  })
export type ColumnsInput = z.input<typeof columnsInput>

const values = z.record(z.string().max(2_000, outOfDate), z.string().max(200, outOfDate), {
  ...outOfDate,
})

/** What the distinct values of a column become; an empty text leaves them out. */
export const valuesInput = z.object({
  membership: values.prefault({}),
  trainer: values.prefault({}),
  salutation: z
    .record(z.string().max(2_000, outOfDate), z.string().max(30, { error: () => t('input.salutation') }))
    .prefault({}),
})
export type ValuesInput = z.input<typeof valuesInput>

/** Where charges come from, and how they are written where the file does not tell. */
export const chargesInput = z.object({
  source: importSource,
  dayOrder: choice(dayOrders),
  decimalSign: choice(decimalSigns),
})
export type ChargesInput = z.input<typeof chargesInput>
