import type { Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { centsOf } from '#app/pages/dashboard/money.ts'
import { formatMoney } from '#words/format.ts'
import { wayBack } from '#words/methods.ts'

/** Refunds what the form of a `RefundDialog` asks for, and answers the sentence that tells it. */
export async function refundAsAsked(actor: Actor, form: URLSearchParams): Promise<string> {
  const refund = await refundPayment(actor, {
    paymentId: requireId(form.get('paymentId'), 'This payment'),
    amountCents: centsOf(form.get('amount')) as number,
    reason: form.get('reason') ?? '',
    requestKey: form.get('requestKey') ?? '',
  })
  const amount = formatMoney(refund.amountCents)
  return refund.method === 'card'
    ? `The refund of ${amount} is on its way.`
    : `${amount} is due ${wayBack[refund.method]}. Enter it at the desk once it is handed back.`
}
