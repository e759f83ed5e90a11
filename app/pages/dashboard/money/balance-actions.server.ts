import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseCents, formatMoney } from '#format/money.ts'
import { recordPayout } from '#domain/ledger/payouts.server.ts'
import type { RefundSettlementInput } from '#domain/payments/payments.input.ts'
import { settleRefundOtherwise } from '#domain/payments/settling-refunds.server.ts'
import { retryRefund } from '#domain/payments/refunds.server.ts'
import { refundFromForm } from './refund-form.server.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'

/** Runs the intent of one of the balance page's forms and returns the toast. */
export async function runBalanceIntent(actor: Actor, form: URLSearchParams): Promise<string> {
  // checked first, so that others get a 403 for any id
  requirePermission(actor, 'balance.read')
  const field = (name: string) => form.get(name) ?? ''
  const intent = readIntent(form, ['refund', 'payout', 'repeat', 'settle'])
  if (intent === 'payout') {
    const trainerId = requireId(field('trainerId'), 'This trainer')
    const payout = await recordPayout(actor, {
      trainerId,
      amountCents: parseCents(form.get('amount') ?? '') as number,
      note: field('note'),
      requestKey: field('requestKey'),
    })
    return `The payout of ${formatMoney(payout.amountCents)} is recorded.`
  }
  if (intent === 'repeat') {
    const refund = await retryRefund(actor, requireId(field('refundId'), 'This refund'))
    const amount = formatMoney(refund.amountCents)
    return refund.state === 'succeeded'
      ? `The refund of ${amount} had already gone through; nothing was sent again.`
      : `The refund of ${amount} is being tried again.`
  }
  if (intent === 'settle') {
    const refundId = requireId(field('refundId'), 'This refund')
    const settled = await settleRefundOtherwise(actor, refundId, {
      how: field('how') as RefundSettlementInput['how'],
      why: field('why'),
    })
    return `The refund of ${formatMoney(settled.amountCents, settled.currency)} is settled.`
  }
  return refundFromForm(actor, form)
}
