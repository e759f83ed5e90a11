import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { parseWholeNumber, reading } from '#domain/input.ts'

const wholeNumber = (unit: string, { least, most }: Bound) => {
  const message = `Enter a whole number of ${unit} from ${least} to ${most}.`
  return z.int(message).min(least, message).max(most, message)
}

export const retentionInput = z.object({
  formerMemberDays: reading(parseWholeNumber, wholeNumber('days', bounds.formerMemberDays)),
  erasesFormerMembers: z.boolean(),
  letterDays: reading(parseWholeNumber, wholeNumber('days', bounds.letterDays)),
  activityDays: reading(parseWholeNumber, wholeNumber('days', bounds.activityDays)),
  auditDays: reading(parseWholeNumber, wholeNumber('days', bounds.auditDays)),
})

export type RetentionInput = z.input<typeof retentionInput>
