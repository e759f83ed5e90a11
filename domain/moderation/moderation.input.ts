import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { optionalLine, reading } from '#domain/input.ts'
import { formatReason } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { reportReasons } from './moderation.rules.ts'

export const reportReasonInput = z
  .object({
    reason: reading(
      (chosen: string) => chosen,
      z.enum(reportReasons, { error: () => t('input.chooseAReason') }),
    ),
    words: optionalLine(() => t('input.yourWords'), bounds.takeDownWords),
  })
  .refine(({ reason, words }) => reason !== 'Something else' || words !== '', {
    error: () => t('input.tellUs'),
    path: ['words'],
  })
export type ReportReasonInput = z.input<typeof reportReasonInput>

/** Joins the reason and the comment, such as `Advertising. We sell none.` */
export const formatReportReason = ({ reason, words }: z.output<typeof reportReasonInput>) =>
  reason === 'Something else' ? words : [reason, words].filter(Boolean).join('. ')

/** Returns a stored reason in the language of its reader: the chosen one, and what was typed. */
export function formatStoredReason(reason: string): string {
  const [chosen = '', ...words] = reason.split('. ')
  return [formatReason(chosen, 'report.'), ...words].join('. ')
}
