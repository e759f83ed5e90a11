import { Form, useNavigation } from 'react-router'
import type { FailedRefund } from '#domain/ledger/failed-refunds.server.ts'
import { Button } from '#app/components/button.tsx'
import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { bounds } from '#domain/bounds.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'

type Props = { refunds: FailedRefund[]; timeZone: string }

/** Refunds that did not reach the card. Each is tried again, or settled in another way. */
export function FailedRefunds({ refunds, timeZone }: Props) {
  if (refunds.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>Refunds that didn’t go through</h2>
        <span className="note">try again, or settle them another way</span>
      </header>
      <ul className="todo">
        {refunds.map((refund) => (
          <li key={refund.refundId}>
            <div>
              <b>
                {refund.buyerName}, {formatMoney(refund.amountCents, refund.currency)}
              </b>
              <p>
                {refund.state === 'failed' ? 'Refused on ' : 'Still under way at the card processor since '}
                {formatDate(refund.since, timeZone)}. {refund.reason}
              </p>
              <SettleForm refund={refund} />
            </div>
            {refund.state === 'failed' && <RetryForm refund={refund} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function RetryForm({ refund: { refundId, buyerName } }: { refund: FailedRefund }) {
  return (
    <Form method="post" className="push-end" preventScrollReset>
      <input type="hidden" name="intent" value="repeat" />
      <input type="hidden" name="refundId" value={refundId} />
      <Button small pending={useIsSending('repeat', refundId)}>
        Try again<span className="visually-hidden"> for {buyerName}</span>
      </Button>
    </Form>
  )
}

const ways = [
  { value: 'cash', label: 'Handed back in cash' },
  { value: 'transfer', label: 'Sent by bank transfer' },
  { value: 'bank', label: 'Taken back by the buyer’s bank' },
  { value: 'given up', label: 'Given up' },
]

function SettleForm({ refund: { refundId, buyerName } }: { refund: FailedRefund }) {
  return (
    <details>
      <summary className="text-button">
        Settle another way<span className="visually-hidden"> for {buyerName}</span>
      </summary>
      <Form method="post" className="in-a-row above-3" preventScrollReset>
        <input type="hidden" name="intent" value="settle" />
        <input type="hidden" name="refundId" value={refundId} />
        <SelectField label="How" name="how" options={ways} />
        <TextField
          label="Why"
          name="why"
          aside="the member sees it"
          maxLength={bounds.refundReason.most}
          required
        />
        <Button small pending={useIsSending('settle', refundId)}>
          Settle<span className="visually-hidden"> the refund of {buyerName}</span>
        </Button>
      </Form>
    </details>
  )
}

function useIsSending(intent: string, refundId: string): boolean {
  const sent = useNavigation().formData
  return sent?.get('intent') === intent && sent.get('refundId') === refundId
}
