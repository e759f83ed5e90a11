import { Form } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
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
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { formatMoneyBack } from '#domain/sales/withdrawal.rules.ts'
import { getWithdrawable, keepPurchase, withdraw } from '#domain/sales/withdrawal.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/withdraw-own.ts'
import { TermList } from './term-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('withdraw.withdraw'))

export const loader = createLoader(async ({ actor, page, params }: Route.LoaderArgs & LoaderContext) => ({
  purchase: await getWithdrawable(actor, params.id),
  timeZone: page.club.timeZone,
}))

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  if (readIntent(fields, ['withdraw', 'keep']) === 'keep') {
    await keepPurchase(actor, params.id)
    return redirectWithToast('/dashboard/purchases', { text: t('withdraw.itStaysYours') })
  }
  return redirectWithToast('/dashboard/purchases', {
    text: t('withdraw.withdrawn', { amount: formatMoneyBack(await withdraw(actor, params.id)) }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function WithdrawOwn({ loaderData, actionData }: Route.ComponentProps) {
  const { purchase, timeZone } = loaderData
  const { title, amountCents, giftCents, currency, beganAtOnce, given, used, until, dueAt } = purchase
  const message = formMessage(problemOf(actionData))
  const lines = [
    { name: t('withdraw.youPaid'), text: formatMoneyWithCents(amountCents, currency) },
    ...(giftCents > 0
      ? [{ name: t('withdraw.byGiftCard'), text: formatMoneyWithCents(giftCents, currency) }]
      : []),
    ...(given === null ? [] : [{ name: t('withdraw.used'), text: t('withdraw.usedOf', { used, given }) }]),
    { name: t('withdraw.comesBack'), text: formatMoneyBack(purchase) },
    { name: t('withdraw.until'), text: formatDate(new Date(until.getTime() - 1), timeZone) },
  ]
  return (
    <>
      <BackLink to="/dashboard/purchases">{t('purchases.heading')}</BackLink>
      <h1>{t('withdraw.withdrawFrom', { title })}</h1>
      {message && <FormError>{message}</FormError>}
      <TermList terms={lines} />
      <p className="above-4">{beganAtOnce ? t('withdraw.rule') : t('withdraw.allOfIt')}</p>
      {dueAt && (
        <p>
          <b>{t('withdraw.declared', { day: formatDate(dueAt, timeZone) })}</b>
        </p>
      )}
      <Form method="post">
        <div className="button-row above-6">
          <Button name="intent" value="withdraw">
            {t('withdraw.withdrawNow')}
          </Button>
          {dueAt ? (
            <Button name="intent" value="keep">
              {t('withdraw.keepIt')}
            </Button>
          ) : (
            <LinkButton to="/dashboard/purchases">{t('membership.goBack')}</LinkButton>
          )}
        </div>
      </Form>
    </>
  )
}
