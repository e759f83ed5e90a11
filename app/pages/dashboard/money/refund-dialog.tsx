import type { PaymentMethod } from '#db/tables.ts'
import type { RefundablePayment } from '#domain/payments/refundable-payment.server.ts'
import { bounds } from '#domain/bounds.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { MoneyDialog, type MoneyDialogProps } from './money-dialog.tsx'

type Props = MoneyDialogProps & { payment: RefundablePayment; timeZone: string }

/** Refunds all or part of a payment. */
export function RefundDialog({ payment, timeZone, ...dialog }: Props) {
  const { paymentId, buyerName, slotName, trainerName, plan, method, currency } = payment
  const paid = [formatMoney(payment.amountCents, currency), plan && capitalize(plan)]
    .filter(Boolean)
    .join(', ')
  return (
    <MoneyDialog
      {...dialog}
      intent="refund"
      heading="Refund this payment?"
      text={`${refundMethod(method)}${plan === null ? '' : ' Once all of it is refunded, the hour is free again.'}`}
      facts={[
        { name: 'Member', value: buyerName },
        { name: 'For', value: [slotName, trainerName].filter(Boolean).join(', ') },
        {
          name: 'Paid',
          value: `${paid}, ${formatDate(payment.receivedAt, timeZone)}`,
        },
      ]}
      subject={{ name: 'paymentId', value: paymentId }}
      mostCents={payment.leftCents}
      currency={currency}
      labels={{
        label: 'Reason',
        name: 'reason',
        aside: 'the member sees it',
        most: bounds.refundReason.most,
      }}
      button={{ label: 'Refund', variant: 'danger' }}
    />
  )
}

/** One sentence: where the money of a refund goes. */
export const refundMethod = (method: PaymentMethod | null): string =>
  method === 'card'
    ? 'The money goes back to the card.'
    : 'The money was paid at the desk, and is due there until someone records that it was handed back.'
