import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { bounds } from '#domain/bounds.ts'
import type { FailedRefund } from '#domain/ledger/failed-refunds.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Props = { refunds: FailedRefund[]; timeZone: string }

/** Refunds that did not reach the card. Each is tried again, or settled in another way. */
export function FailedRefunds({ refunds, timeZone }: Props) {
  if (refunds.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{t('failedRefunds.refundsThatDidntGo')}</h2>
        <span className="note">{t('failedRefunds.tryAgainOrSettle')}</span>
      </header>
      <ul className="todo">
        {refunds.map((refund) => (
          <li key={refund.refundId}>
            <div>
              <b>
                {refund.buyerName}, {formatMoney(refund.amountCents, refund.currency)}
              </b>
              <p>
                {t('failedRefunds.refusedOn', {
                  state: refund.state === 'failed' ? 'yes' : 'no',
                  since: formatDate(refund.since, timeZone),
                  reason: refund.reason,
                })}
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
        {t('failedRefunds.tryAgain')}
        <span className="visually-hidden">{t('failedRefunds.for', { buyerName })}</span>
      </Button>
    </Form>
  )
}

const ways = () => [
  { value: 'cash', label: t('failedRefunds.handedBackInCash') },
  { value: 'transfer', label: t('failedRefunds.sentByBankTransfer') },
  { value: 'bank', label: t('failedRefunds.takenBackByThe') },
  { value: 'given up', label: t('failedRefunds.givenUp2') },
]

function SettleForm({ refund: { refundId, buyerName } }: { refund: FailedRefund }) {
  return (
    <details>
      <summary className="text-button">
        {t('failedRefunds.settleAnotherWay')}
        <span className="visually-hidden">{t('failedRefunds.for', { buyerName })}</span>
      </summary>
      <Form method="post" className="in-a-row above-3" preventScrollReset>
        <input type="hidden" name="intent" value="settle" />
        <input type="hidden" name="refundId" value={refundId} />
        <SelectField label={t('failedRefunds.how')} name="how" options={ways()} />
        <TextField
          label={t('failedRefunds.why')}
          name="why"
          aside={t('failedRefunds.theMemberSeesIt')}
          maxLength={bounds.refundReason.most}
          required
        />
        <Button small pending={useIsSending('settle', refundId)}>
          {t('failedRefunds.settle')}
          <span className="visually-hidden">{t('failedRefunds.theRefundOf', { buyerName })}</span>
        </Button>
      </Form>
    </details>
  )
}

function useIsSending(intent: string, refundId: string): boolean {
  const sent = useNavigation().formData
  return sent?.get('intent') === intent && sent.get('refundId') === refundId
}
