import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import {
  listExpectedPayments,
  listRefundsDue,
  readDeskDay,
  type RefundDue,
} from '#domain/ledger/desk-day.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/desk.ts'
import { DeskDay } from './desk-day.tsx'
import { ExpectedPayments } from './expected-payments.tsx'

const heading = () => t('desk.atTheDesk')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const requestedDay = new URL(request.url).searchParams.get('day')
    const [day, expected, due] = await Promise.all([
      readDeskDay(actor, requestedDay || null),
      listExpectedPayments(actor),
      listRefundsDue(actor),
    ])
    return {
      day,
      expected,
      due,
      wrong: requestedDay === '' ? missingDayProblem() : null,
      timeZone: club.timeZone,
    }
  },
)

/** Refusal of an empty date. */
const missingDayProblem = (): Problem => ({
  code: 'invalid',
  message: t('desk.chooseADay'),
  errors: { day: [t('desk.chooseADay')] },
  facts: {},
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'desk.use')
  const { fields } = await readForm()
  const method = fields.get('method') ?? ''
  const { amountCents, currency } = await recordDeskRefund(actor, fields.get('refundId') ?? '', { method })
  const text = t('desk.handedBack', { amount: formatMoney(amountCents, currency) })
  return redirectWithToast('/dashboard/desk', { text })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Expected payments, refunds due, and a day's money to check against the drawer. */
export default function Desk({ loaderData, actionData }: Route.ComponentProps) {
  const { day, expected, due, wrong, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('desk.moneyPaidAndHanded')}</p>
      {message && <FormError>{message}</FormError>}
      {due.length > 0 && <RefundsDue due={due} timeZone={timeZone} />}
      {expected.length > 0 && <ExpectedPayments expected={expected} timeZone={timeZone} />}
      <CheckedForm method="get" problem={wrong} className="in-a-row above-6" key={day.day}>
        <DateField
          label={t('desk.day')}
          name="day"
          defaultValue={day.day}
          max={day.today}
          error={fieldMessages(wrong).day}
          required
        />
        <Button>{t('desk.show')}</Button>
      </CheckedForm>
      <DeskDay {...day} timeZone={timeZone} />
    </>
  )
}

function RefundsDue({ due, timeZone }: { due: RefundDue[]; timeZone: string }) {
  const sending = useNavigation().formData?.get('refundId')
  return (
    <section className="panel">
      <header>
        <h2>{t('desk.toHandBack')}</h2>
        <span className="note">{t('desk.dueUntilYouRecord')}</span>
      </header>
      <ul className="todo">
        {due.map(({ refundId, buyerName, amountCents, currency, method, reason, since }) => (
          <li key={refundId}>
            <div>
              <b className="anywhere">
                {buyerName}, {formatMoney(amountCents, currency)}
              </b>
              <p className="anywhere">
                {endSentence(formatDate(since, timeZone))} {reason}
              </p>
            </div>
            <Form method="post" className="in-a-row push-end" preventScrollReset>
              <input type="hidden" name="refundId" value={refundId} />
              <SelectField
                label={t('desk.handedBackBy')}
                name="method"
                defaultValue={method}
                options={(['cash', 'terminal', 'transfer'] as const).map((value) => ({
                  value,
                  label: paymentMethodNames[value],
                }))}
              />
              <Button pending={sending === refundId}>
                {t('desk.handedBack2')}
                <span className="visually-hidden">{t('desk.to', { buyerName })}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
