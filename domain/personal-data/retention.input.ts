import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { parseWholeNumber, reading } from '#domain/input.ts'
import { t } from '#messages/t.ts'

const wholeDays = ({ least, most }: Bound) => {
  const message = { error: () => t('input.daysWithin', { least, most }) }
  return z.int(message).min(least, message).max(most, message)
}

export const retentionInput = z.object({
  formerMemberDays: reading(parseWholeNumber, wholeDays(bounds.formerMemberDays)),
  erasesFormerMembers: z.boolean(),
  letterDays: reading(parseWholeNumber, wholeDays(bounds.letterDays)),
  activityDays: reading(parseWholeNumber, wholeDays(bounds.activityDays)),
  auditDays: reading(parseWholeNumber, wholeDays(bounds.auditDays)),
})

export type RetentionInput = z.input<typeof retentionInput>
