import { DomainError } from '#core/errors.ts'
import type { Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { findRefundable } from '#domain/payments/refundable-payment.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { parseCents, formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

/** Makes the refund of a `RefundDialog` form and returns the toast. */
export async function refundFromForm(actor: Actor, form: URLSearchParams): Promise<string> {
  const params = {
    paymentId: requireId(form.get('paymentId'), t('refundForm.thisPayment')),
    amountCents: parseCents(form.get('amount') ?? '') as number,
    reason: form.get('reason') ?? '',
    requestKey: form.get('requestKey') ?? '',
  }
  const refund = await refundPayment(actor, params).catch(async (error: unknown) => {
    throw await withMaxAmount(error, actor, params)
  })
  const amount = formatMoney(refund.amountCents)
  return refund.method === 'card'
    ? t('refundForm.theRefundOfIs', { amount })
    : t('refundForm.isDueEnterIt', { amount })
}

type RefundParams = { paymentId: string; amountCents: number | undefined }

/** Adds the error of an amount above the refundable rest to the other fields' errors, so that the form shows all. */
async function withMaxAmount(
  error: unknown,
  actor: Actor,
  { paymentId, amountCents }: RefundParams,
): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== 'invalid' || amountCents === undefined) return error
  const payment = await findRefundable(actor, paymentId)
  if (payment === null || amountCents <= payment.leftCents || error.errors.amountCents) return error
  const most = t('refundForm.atMostOfThis', { left: formatMoney(payment.leftCents, payment.currency) })
  return new DomainError('invalid', error.message, { errors: { ...error.errors, amountCents: [most] } })
}
