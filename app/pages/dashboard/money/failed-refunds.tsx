import { Form, useNavigation } from 'react-router'
import type { FailedRefund } from '#domain/ledger/failed-refunds.server.ts'
import { Button } from '#app/components/button.tsx'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { endSentence } from '#format/text.ts'

/** Refunds that the card processor refused; the money is still owed to the members. */
export function FailedRefunds({ refunds, timeZone }: { refunds: FailedRefund[]; timeZone: string }) {
  const sending = useNavigation().formData?.get('refundId')
  if (refunds.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>Refunds that didn’t go through</h2>
        <span className="note">the card’s bank refused them</span>
      </header>
      <ul className="todo">
        {refunds.map((refund) => (
          <li key={refund.refundId}>
            <div>
              <b>
                {refund.buyerName}, {formatMoney(refund.amountCents, refund.currency)}
              </b>
              <p>
                {endSentence(formatDate(refund.failedAt, timeZone))} {refund.reason}
              </p>
            </div>
            <Form method="post" className="push-end" preventScrollReset>
              <input type="hidden" name="intent" value="repeat" />
              <input type="hidden" name="refundId" value={refund.refundId} />
              <Button small pending={sending === refund.refundId}>
                Try again<span className="visually-hidden"> for {refund.buyerName}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
