import type { PaymentMethod } from '#db/tables.ts'
import { bounds } from '#domain/bounds.ts'
import type { RefundablePayment } from '#domain/payments/refundable-payment.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
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
      heading={t('refundDialog.refundThisPayment')}
      text={`${refundMethod(method)}${plan === null ? '' : t('refundDialog.onceAllOfIt')}`}
      facts={[
        { name: t('refundDialog.member'), value: buyerName },
        { name: t('refundDialog.for'), value: [slotName, trainerName].filter(Boolean).join(', ') },
        {
          name: t('refundDialog.paid'),
          value: `${paid}, ${formatDate(payment.receivedAt, timeZone)}`,
        },
      ]}
      subject={{ name: 'paymentId', value: paymentId }}
      mostCents={payment.leftCents}
      currency={currency}
      labels={{
        label: t('refundDialog.reason'),
        name: 'reason',
        aside: t('refundDialog.theMemberSeesIt'),
        most: bounds.refundReason.most,
      }}
      button={{ label: t('refundDialog.refund'), variant: 'danger' }}
    />
  )
}

/** One sentence: where the money of a refund goes. */
export const refundMethod = (method: PaymentMethod | null): string =>
  method === 'card' ? t('refundDialog.theMoneyGoesBack') : t('refundDialog.theMoneyWasPaid')
