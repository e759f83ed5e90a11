import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'
import type { StatementLine } from './statement.server.ts'

/** Returns the title of a line of a statement, such as `Slot 1, Ada Moss`. */
export function statementLineTitle({ kind, cents, slotName, buyerName, cover }: StatementLine): string {
  if (kind === 'payout') return cents > 0 ? t('statementLines.payoutTakenBack') : t('statementLines.paidOut')
  if (cover) {
    const hour = `${formatDay(cover.day)}, ${formatHour(cover.startHour)}, ${buyerName ?? ''}`
    return cents > 0
      ? t('statementLines.givenFor', { otherTrainer: cover.otherTrainer, hour })
      : t('statementLines.givenBy', { otherTrainer: cover.otherTrainer, hour })
  }
  const sale = `${slotName ?? ''}, ${buyerName ?? ''}`
  if (kind === 'sale') return sale
  return `${cents > 0 ? t('statementLines.refundCameBack') : t('statementLines.refunded')}: ${sale}`
}
