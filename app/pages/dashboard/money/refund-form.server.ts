import type { Actor } from '#domain/actor.ts'
import { DomainError } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { findRefundable } from '#domain/payments/refundable-payment.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { parseCents, formatMoney } from '#format/money.ts'
import { refundDestinations } from '#format/payment-methods.ts'

/** Refunds what the form of a `RefundDialog` asks for, and answers the sentence that tells it. */
export async function refundFromForm(actor: Actor, form: URLSearchParams): Promise<string> {
  const asked = {
    paymentId: requireId(form.get('paymentId'), 'This payment'),
    amountCents: parseCents(form.get('amount') ?? '') as number,
    reason: form.get('reason') ?? '',
    requestKey: form.get('requestKey') ?? '',
  }
  const refund = await refundPayment(actor, asked).catch(async (error: unknown) => {
    throw await withMaxAmount(error, actor, asked)
  })
  const amount = formatMoney(refund.amountCents)
  return refund.method === 'card'
    ? `The refund of ${amount} is on its way.`
    : `${amount} is due ${refundDestinations[refund.method]}. Enter it at the desk once it is handed back.`
}

type RefundParams = { paymentId: string; amountCents: number | undefined }

/** What is wrong with the other fields together with an amount above what is left, so that a form tells all at once. */
async function withMaxAmount(
  error: unknown,
  actor: Actor,
  { paymentId, amountCents }: RefundParams,
): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== 'invalid' || amountCents === undefined) return error
  const payment = await findRefundable(actor, paymentId)
  if (payment === null || amountCents <= payment.leftCents || error.errors.amountCents) return error
  const most = `At most ${formatMoney(payment.leftCents, payment.currency)} of this payment can be refunded.`
  return new DomainError('invalid', error.message, { errors: { ...error.errors, amountCents: [most] } })
}
