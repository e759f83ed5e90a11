import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, formMessage, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { bounds } from '#domain/bounds.ts'
import type { GiftOrder } from '#domain/sales/gift-refunds.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { MemberSection } from './member-list-row.tsx'

type Props = { orders: GiftOrder[]; problem: Problem | null; timeZone: string }

/** Orders of a person that gift cards paid in full, each with a form to refund it. */
export const MemberGiftOrders = ({ orders, problem, timeZone }: Props) => (
  <MemberSection heading={t('giftRefund.heading')} empty="" count={orders.length}>
    <ul className="todo member-rows">
      {orders.map((order) => (
        <li key={order.orderId}>
          <div>
            <b className="anywhere">
              {order.title}, {formatMoneyWithCents(order.giftCents, order.currency)}
            </b>
            <p className="anywhere">
              {formatDate(order.paidAt, timeZone)}, {t('giftRefund.byCard', { codeEnd: order.codeEnd })}
            </p>
            <RefundForm order={order} problem={problem} />
          </div>
        </li>
      ))}
    </ul>
  </MemberSection>
)

/** Opens without scripts. */
function RefundForm({ order: { orderId, title }, problem }: { order: GiftOrder; problem: Problem | null }) {
  const typed = submittedValues(problem)
  const isOwn = typed?.get('orderId') === orderId
  const own = isOwn ? problem : null
  return (
    <details open={isOwn}>
      <summary className="text-button">
        {t('memberPayments.refund')}
        <span className="visually-hidden"> {title}</span>
      </summary>
      <CheckedForm
        problem={own}
        message={formMessage(own)}
        className="stack tight above-3"
        preventScrollReset
      >
        <HiddenFields values={{ orderId, intent: 'refund-gift' }} />
        <p>{t('giftRefund.allOfItGoesBack')}</p>
        <TextField
          label={t('refundDialog.reason')}
          name="reason"
          aside={t('refundDialog.theMemberSeesIt')}
          maxLength={bounds.refundReason.most}
          defaultValue={(isOwn && typed?.get('reason')) || ''}
          error={fieldMessages(own).reason}
          autoComplete="off"
        />
        <div className="button-row">
          <Button small variant="danger">
            {t('refundDialog.refund')}
          </Button>
        </div>
      </CheckedForm>
    </details>
  )
}
