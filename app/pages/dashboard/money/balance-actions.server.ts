import { readIntent } from '#app/forms/read-intent.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { recordPayout } from '#domain/ledger/payouts.server.ts'
import type { RefundSettlementInput } from '#domain/payments/payments.input.ts'
import { retryRefund } from '#domain/payments/refunds.server.ts'
import { settleRefundOtherwise } from '#domain/payments/settling-refunds.server.ts'
import { parseCents, formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { refundFromForm } from './refund-form.server.ts'

/** Runs the intent of one of the balance page's forms and returns the toast. */
export async function runBalanceIntent(actor: Actor, form: URLSearchParams): Promise<string> {
  // checked first, so that others get a 403 for any id
  requirePermission(actor, 'balance.read')
  const field = (name: string) => form.get(name) ?? ''
  const intent = readIntent(form, ['refund', 'payout', 'repeat', 'settle'])
  if (intent === 'payout') {
    const trainerId = requireId(field('trainerId'), t('balanceActions.thisTrainer'))
    const payout = await recordPayout(actor, {
      trainerId,
      amountCents: parseCents(form.get('amount') ?? '') as number,
      note: field('note'),
      requestKey: field('requestKey'),
    })
    return t('balanceActions.thePayoutOfIs', { amount: formatMoney(payout.amountCents) })
  }
  if (intent === 'repeat') {
    const refund = await retryRefund(actor, requireId(field('refundId'), t('balanceActions.thisRefund')))
    const amount = formatMoney(refund.amountCents)
    return refund.state === 'succeeded'
      ? t('balanceActions.theRefundOfHad', { amount })
      : t('balanceActions.theRefundOfIs', { amount })
  }
  if (intent === 'settle') {
    const refundId = requireId(field('refundId'), t('balanceActions.thisRefund'))
    const settled = await settleRefundOtherwise(actor, refundId, {
      how: field('how') as RefundSettlementInput['how'],
      why: field('why'),
    })
    return t('balanceActions.theRefundOfIs2', { amount: formatMoney(settled.amountCents, settled.currency) })
  }
  return refundFromForm(actor, form)
}
