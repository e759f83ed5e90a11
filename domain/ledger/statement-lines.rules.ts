import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import type { StatementLine } from './statement.server.ts'

/** Returns the title of a line of a statement, such as `Slot 1, Ada Moss`. */
export function statementLineTitle({ kind, cents, slotName, buyerName, cover }: StatementLine): string {
  if (kind === 'payout') return cents > 0 ? 'Payout taken back' : 'Paid out'
  if (cover) {
    const hour = `${formatDay(cover.day)}, ${formatHour(cover.startHour)}, ${buyerName ?? ''}`
    return cents > 0 ? `Given for ${cover.otherTrainer}: ${hour}` : `Given by ${cover.otherTrainer}: ${hour}`
  }
  const sale = `${slotName ?? ''}, ${buyerName ?? ''}`
  if (kind === 'sale') return sale
  return `${cents > 0 ? 'Refund came back' : 'Refunded'}: ${sale}`
}
