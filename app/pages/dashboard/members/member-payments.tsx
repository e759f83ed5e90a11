import { Link } from 'react-router'
import { useLayoutProps } from '#app/frame/session.ts'
import type { PersonPayment } from '#domain/overview/person.server.ts'
import { can } from '#domain/permissions.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { capitalize, inSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { MemberListRow } from './member-list-row.tsx'

type Props = { payments: PersonPayment[]; refundUrl: (paymentId: string) => string; timeZone: string }

/** Payments of a person, newest first, with links to invoice and refund. */
export function MemberPayments({ payments, refundUrl, timeZone }: Props) {
  const { viewer } = useLayoutProps()
  return (
    <ul className="todo member-rows">
      {payments.map((payment) => {
        const { id, bookingId, number, amountCents, refundedCents, failedCents, currency } = payment
        const of = <span className="visually-hidden"> {number}</span>
        return (
          <MemberListRow
            key={id}
            title={
              can(viewer, 'invoices.readAll') ? (
                <Link to={`/dashboard/receipt/${bookingId}`}>{number}</Link>
              ) : (
                number
              )
            }
            text={methodOf(payment, timeZone)}
            number={formatMoneyWithCents(amountCents - refundedCents, currency)}
            below={
              refundedCents > 0 &&
              t('memberPayments.refunded', { refunded: formatMoney(refundedCents, currency) })
            }
          >
            <span className="row-actions">
              {failedCents > 0 && can(viewer, 'balance.read') && (
                <Link className="row-link" to="/dashboard/balance">
                  {t('memberPayments.failedRefund')}
                  {of}
                </Link>
              )}
              {payment.refundableCents > 0 && can(viewer, 'refunds.make') && (
                <Link className="row-link" to={refundUrl(id)} preventScrollReset>
                  {t('memberPayments.refund')}
                  {of}
                </Link>
              )}
            </span>
          </MemberListRow>
        )
      })}
    </ul>
  )
}

function methodOf({ receivedAt, method, takenBy, plan, title }: PersonPayment, timeZone: string): string {
  const by = takenBy ? t('memberPayments.takenBy', { takenBy }) : ''
  return `${formatDate(receivedAt, timeZone)}, ${inSentence(paymentMethodNames[method])}${by}, ${title ?? capitalize(plan ?? '')}`
}
