import { randomUUID } from 'node:crypto'
import { Download } from 'lucide'
import { useSearchParams } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import {
  rowsInShortList,
  pageFromUrl,
  queryWith,
  rowsInMediumList,
  pageRange,
} from '#app/pages/dashboard/parts/page-sizes.ts'
import { texts } from '#copy/texts.ts'
import { readBalance, readBalanceByDay } from '#domain/ledger/balance.server.ts'
import { listFailedRefunds } from '#domain/ledger/failed-refunds.server.ts'
import { incomeByMonthAndPlan } from '#domain/ledger/income.server.ts'
import { listLedger } from '#domain/ledger/ledger.server.ts'
import { listOwedTrainers, readStanding } from '#domain/ledger/payouts.server.ts'
import { findRefundable } from '#domain/payments/refundable-payment.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/balance.ts'
import { runBalanceIntent } from './balance-actions.server.ts'
import { BalanceChart } from './balance-chart.tsx'
import { BalanceTotals } from './balance-totals.tsx'
import { FailedRefunds } from './failed-refunds.tsx'
import { IncomeTable } from './income-table.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { PayoutDialog } from './payout-dialog.tsx'
import { Payouts } from './payouts.tsx'
import { RefundDialog } from './refund-dialog.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.balance.heading)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const query = new URL(request.url).searchParams
    const [page, owedPage] = [pageFromUrl(request), pageFromUrl(request, 'owed')]
    const payee = query.get('payout')
    const [totals, byDay, income, ledger, owed, payout, refund, failedRefunds] = await Promise.all([
      readBalance(actor),
      readBalanceByDay(actor, 29),
      incomeByMonthAndPlan(actor),
      listLedger(actor, pageRange(page, rowsInMediumList)),
      listOwedTrainers(actor, pageRange(owedPage, rowsInShortList)),
      payee ? readStanding(actor, payee) : null,
      findRefundable(actor, query.get('refund')),
      listFailedRefunds(actor),
    ])
    return {
      totals,
      byDay,
      income,
      ledger,
      page,
      owedPage,
      failedRefunds,
      owed,
      payout,
      refund,
      // one key for each opened form, so that a double submission is one payout or refund
      requestKey: randomUUID(),
      timeZone: club.timeZone,
    }
  },
)

export const action = createAction(async ({ actor, request, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const text = await runBalanceIntent(actor, form)
  const query = queryWith(new URL(request.url).searchParams, pagingParameters)
  return redirectWithToast(`/dashboard/balance${query && `?${query}`}`, { text })
})

/** Query parameters with the page numbers of the two lists. */
const pagingParameters = ['page', 'owed']

export { clientAction } from '#app/forms/client-action.ts'

export default function Balance({ loaderData, actionData }: Route.ComponentProps) {
  const { totals, byDay, income, ledger, page, owed, refund, payout, timeZone } = loaderData
  const problem = problemOf(actionData)
  const [query] = useSearchParams()
  const addressOf = (parameter: string, id: string) =>
    `?${queryWith(query, pagingParameters, { [parameter]: id })}`
  const dialog = {
    problem,
    closeTo: `?${queryWith(query, pagingParameters)}`,
    requestKey: loaderData.requestKey,
  }
  const message = refund || payout ? null : formMessage(problem)
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{texts.balance.heading}</h1>
          <p className="subtitle">{t('balance.everyPaymentRefundAnd')}</p>
        </div>
        <div className="button-row">
          <LinkButton to="/dashboard/desk" small>
            {t('balance.atTheDesk')}
          </LinkButton>
          <LinkButton to="/dashboard/files" small>
            <Icon of={Download} smaller />
            {t('balance.files')}
          </LinkButton>
        </div>
      </div>
      {message && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      <BalanceTotals totals={totals} />
      <FailedRefunds refunds={loaderData.failedRefunds} timeZone={timeZone} />
      {/* a line needs two days with money */}
      {(byDay.startCents !== 0 || byDay.days.length > 1) && <BalanceChart byDay={byDay} />}
      <LedgerTable
        ledger={ledger}
        addressOf={addressOf}
        totalCents={totals.totalRemainingCents}
        timeZone={timeZone}
      />
      <ListPagination
        page={page}
        total={ledger.total}
        rows={rowsInMediumList}
        keepParameters={['owed']}
        of={t('pages.payments')}
      />
      <Payouts owed={owed} page={loaderData.owedPage} addressOf={addressOf} />
      <IncomeTable income={income} />
      {refund && <RefundDialog key={refund.paymentId} payment={refund} timeZone={timeZone} {...dialog} />}
      {payout && <PayoutDialog key={payout.trainerId} standing={payout} {...dialog} />}
    </>
  )
}
