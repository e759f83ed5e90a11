import { Form, redirect, useSubmit } from 'react-router'
import { createIntent } from '#api-client/client.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { DebitForm } from '#app/pages/bookings/pay/debit-form.tsx'
import { PayForm } from '#app/pages/bookings/pay/pay-form.tsx'
import { useAccount } from '#app/pages/bookings/pay/use-payment.ts'
import { WaysToPay } from '#app/pages/bookings/pay/ways-to-pay.tsx'
import {
  acceptMandate,
  debitSandboxAccount,
  findMandateOffer,
  reportDebit,
} from '#domain/checkout/direct-debit.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { cardTerms } from '#domain/payments/card-terms.server.ts'
import { demoBankRequiresAction } from '#domain/payments/sandbox.server.ts'
import { getPurchase, type Purchase } from '#domain/sales/purchases.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/order.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('order.purchase'))

export const loader = createLoader(
  async ({ actor, params, page, request }: Route.LoaderArgs & LoaderContext) => {
    const order = await getPurchase(actor, params.id)
    if (order.state === 'paid' || order.state === 'ended') throw redirect(pathAfter(order))
    const isUnpaid = order.state === 'held' || order.state === 'paying'
    const isOnItsWay = isUnpaid && order.processingSince !== null
    const isOpen = isUnpaid && !isOnItsWay && !order.holdIsOver
    const { searchParams } = new URL(request.url)
    return {
      order,
      isOpen,
      isOnItsWay,
      mandate: isOpen ? await findMandateOffer(actor, order.id) : null,
      byDebit: searchParams.get('pay') === 'debit',
      iban: searchParams.get('iban') ?? '',
      terms: cardTerms(),
      timeZone: page.club.timeZone,
      hasChallenge: isOpen && (await demoBankRequiresAction(order)),
    }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const intent = readIntent(fields, ['let-go', 'accept-mandate', 'debit', 'debit-begun'])
  const { id, classDate } = await getPurchase(actor, params.id)
  if (intent === 'accept-mandate') {
    await acceptMandate(actor, id)
    return redirect(`/dashboard/order/${id}?pay=debit`)
  }
  if (intent === 'debit') {
    await debitSandboxAccount(actor, id, fields.get('iban') ?? '')
    return redirect(`/dashboard/order/${id}`)
  }
  if (intent === 'debit-begun') {
    await reportDebit(actor, id)
    return redirect(`/dashboard/order/${id}`)
  }
  await releaseHold(actor, params.id)
  return redirectWithToast(pathAfter({ classDate }), { text: t('order.letGoNothingWas') })
})

export { clientAction } from '#app/forms/client-action.ts'

/** The class that the order books, or all purchases. */
const pathAfter = ({ classDate }: Pick<Purchase, 'classDate'>) =>
  classDate === null ? '/dashboard/purchases' : `/timetable/${classDate.id}`

type Paid = Pick<Purchase, 'id' | 'kind' | 'period' | 'repeatsId' | 'classDate'>

/** The message and the page after the payment. */
function nextPage({ id, kind, period, repeatsId, classDate }: Paid) {
  if (classDate !== null) return { text: t('order.paidClass'), path: pathAfter({ classDate }) }
  if (repeatsId !== null) return { text: t('order.paidAgain'), path: '/dashboard/purchases' }
  if (kind === 'gift_card') return { text: t('order.paidGiftCard'), path: `/dashboard/giftCard/${id}` }
  if (kind !== 'membership') return { text: t('order.paidOther'), path: '/dashboard/purchases' }
  const text = (period ?? 1) > 1 ? t('membership.yourMembershipGoesOn') : t('order.paidMembership')
  return { text, path: '/dashboard/membership' }
}

const day = 24 * 60 * 60_000

/** A period, or what a debit did not pay, is held for days: its last day says more than the time. */
const isHeldForDays = ({ createdAt, holdExpiresAt }: Purchase) =>
  holdExpiresAt !== null && holdExpiresAt.getTime() - createdAt.getTime() > day

/** Law in the euro zone asks for a button that names the obligation. */
const payLabel = (currency: string) =>
  currency === 'eur' ? t('order.orderWithObligationTo') : t('order.pay')

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, isOpen, isOnItsWay, mandate, byDebit, iban, terms, hasChallenge, timeZone } = loaderData
  const { club } = useLayoutProps()
  const submit = useSubmit()
  const account = useAccount()
  const problem = problemOf(actionData)
  const message = formMessage(problem)
  const price = formatMoneyWithCents(order.amountCents, order.currency)
  const isOwedAgain = order.repeatsId !== null
  const isRenewal = (order.period ?? 1) > 1 || isOwedAgain
  return (
    <>
      <BackLink to="/dashboard/purchases">{t('order.purchases')}</BackLink>
      <h1>{order.title}</h1>
      {message && <FormError>{message}</FormError>}
      {isOpen ? (
        <div className="with-side pay above-6">
          <div>
            {mandate && <WaysToPay byDebit={byDebit} />}
            {mandate && byDebit ? (
              <DebitForm
                terms={terms}
                mandate={mandate}
                holder={order.buyer}
                problem={problem}
                iban={iban}
                label={payLabel(order.currency)}
                requestSecret={() => createIntent(account, order.id, order.amountCents)}
                onConfirmed={() => submit({ intent: 'debit-begun' }, { method: 'post' })}
              />
            ) : (
              <PayForm
                order={{ ...order, next: nextPage(order) }}
                terms={terms}
                hasChallenge={hasChallenge}
                receiptIn={t('order.purchases')}
                label={isOwedAgain ? t('order.pay') : payLabel(order.currency)}
              >
                {isOwedAgain && <p>{t('order.takenBack')}</p>}
                <p>
                  {t('order.youPay')}
                  <b>{price}</b>
                  {order.period === null && t('order.once')}
                  {t('order.toFor', { name: club.name, title: order.title, period: order.period ?? 0 })}
                  {order.storesCard && t('order.theCardIsKept')}
                </p>
              </PayForm>
            )}
          </div>
          <aside className="summary" aria-label={t('order.yourOrder')}>
            <h2 className="head">{t('order.yourOrder')}</h2>
            <dl>
              <div>
                <dt>{t('order.what')}</dt>
                <dd>{order.title}</dd>
              </div>
              {order.classDate && (
                <div>
                  <dt>{t('order.class')}</dt>
                  <dd>
                    {order.classDate.title}, {formatDay(order.classDate.day)},{' '}
                    {formatClock(order.classDate.startHour, order.classDate.startMinute)}
                  </dd>
                </div>
              )}
              {order.amountCents < order.priceCents && (
                <>
                  <div>
                    <dt>{t('order.price')}</dt>
                    <dd>{formatMoneyWithCents(order.priceCents, order.currency)}</dd>
                  </div>
                  <div>
                    <dt>{order.giftCents > 0 ? t('order.giftCard') : order.discountReason}</dt>
                    <dd>{formatMoneyWithCents(-order.discountCents - order.giftCents, order.currency)}</dd>
                  </div>
                </>
              )}
              <div className="total">
                <dt>{order.amountCents < order.priceCents ? t('order.toPay') : t('order.price')}</dt>
                <dd>{price}</dd>
              </div>
            </dl>
            {order.renewal && <p className="note above-3">{order.renewal}</p>}
            {order.holdExpiresAt && (
              <p className="note above-3">
                {isHeldForDays(order)
                  ? t('order.toBePaidBy', { holdExpiresAt: formatDate(order.holdExpiresAt, timeZone) })
                  : t('order.heldForYouUntil', { holdExpiresAt: formatTime(order.holdExpiresAt, timeZone) })}
              </p>
            )}
            {isRenewal ? (
              <p className="above-3">
                <LinkButton small to="/dashboard/membership">
                  {t('order.yourMembership')}
                </LinkButton>
              </p>
            ) : (
              <Form method="post" className="above-3">
                <Button small name="intent" value="let-go">
                  {t('order.letItGo')}
                </Button>
              </Form>
            )}
          </aside>
        </div>
      ) : isOnItsWay ? (
        <div className="above-6">
          <EmptyState
            heading={t('order.onItsWay')}
            action={
              isRenewal ? (
                <LinkButton to="/dashboard/membership">{t('order.yourMembership')}</LinkButton>
              ) : (
                <LinkButton to="/dashboard/purchases">{t('order.purchases')}</LinkButton>
              )
            }
          >
            {t('order.yourBankWasAsked', {
              price,
              day: formatDate(order.processingSince ?? order.createdAt, timeZone),
              isRenewal: isRenewal ? 'yes' : 'no',
            })}
          </EmptyState>
        </div>
      ) : (
        <EmptyState
          heading={order.state.startsWith('refund') ? t('order.paidBack') : t('order.notPaidInTime')}
          action={<LinkButton to="/membership-plans">{t('order.priceList')}</LinkButton>}
        >
          {order.state.startsWith('refund') ? t('order.theMoneyForThis') : t('order.nothingWasTakenYou')}
        </EmptyState>
      )}
    </>
  )
}
