import { Form, Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot, type DotKind } from '#app/components/status-dot.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { requirePermission } from '#domain/actor.ts'
import {
  listDisputes,
  listOpenFraudWarnings,
  type DisputeForAdmin,
  type FraudWarningForAdmin,
} from '#domain/ledger/dispute-list.server.ts'
import {
  disputeReason,
  disputeStage,
  needsAnswer,
  type DisputeStage,
} from '#domain/payments/disputes.rules.ts'
import { keepWarnedPayment } from '#domain/payments/fraud-warnings.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/disputes.ts'

const title = () => t('disputes.disputes')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, title())

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const page = pageFromUrl(request)
    const [disputes, warnings] = await Promise.all([
      listDisputes(actor, pageRange(page)),
      listOpenFraudWarnings(actor),
    ])
    return { page, disputes, warnings, timeZone: club.timeZone }
  },
)

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'balance.read')
  const { fields } = await readForm()
  await keepWarnedPayment(actor, fields.get('warningId') ?? '')
  return redirectWithToast('/dashboard/disputes', { text: t('disputes.thePaymentStaysAs') })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Warnings of banks, and disputes with what to do about them. */
export default function Disputes({ loaderData }: Route.ComponentProps) {
  const { page, disputes, warnings, timeZone } = loaderData
  return (
    <>
      <h1>{title()}</h1>
      <p className="subtitle">{t('disputes.paymentsThatABuyers')}</p>
      {warnings.length > 0 && <FraudWarnings warnings={warnings} timeZone={timeZone} />}
      <section className="panel" aria-label={title()}>
        {disputes.total === 0 ? (
          <EmptyState heading={t('disputes.noDisputes')}>{t('disputes.aPaymentThatA')}</EmptyState>
        ) : (
          <ul className="todo">
            {disputes.items.map((dispute) => (
              <Dispute key={dispute.disputeId} dispute={dispute} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </section>
      <ListPagination page={page} total={disputes.total} />
    </>
  )
}

function FraudWarnings({ warnings, timeZone }: { warnings: FraudWarningForAdmin[]; timeZone: string }) {
  const sending = useNavigation().formData?.get('warningId')
  return (
    <section className="panel">
      <header>
        <h2>{t('disputes.warningsOfFraud')}</h2>
        <span className="note">{t('disputes.aRefundNowPrevents')}</span>
      </header>
      <ul className="todo">
        {warnings.map(({ warningId, paymentId, buyerName, amountCents, currency, fraudType, warnedAt }) => (
          <li key={warningId}>
            <div>
              <b className="anywhere">
                {buyerName}, {formatMoney(amountCents, currency)}
              </b>
              <p>
                {formatDate(warnedAt, timeZone)}: {disputeReason(fraudType)}
              </p>
            </div>
            <div className="button-row push-end">
              <LinkButton small to={`/dashboard/balance?refund=${paymentId}`}>
                {t('disputes.refund')}
                <span className="visually-hidden"> {buyerName}</span>
              </LinkButton>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="warningId" value={warningId} />
                <Button small pending={sending === warningId}>
                  {t('disputes.keepIt')}
                  <span className="visually-hidden">{t('disputes.thePaymentOf', { buyerName })}</span>
                </Button>
              </Form>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stages = (): Record<DisputeStage, { label: string; kind: DotKind }> => ({
  inquiry: { label: t('disputes.theBankAsks'), kind: 'held' },
  open: { label: t('disputes.open'), kind: 'held' },
  won: { label: t('disputes.won'), kind: 'ink' },
  lost: { label: t('disputes.lost'), kind: 'bad' },
  closed: { label: t('disputes.closedWithoutADispute'), kind: 'ring' },
})

function Dispute({ dispute, timeZone }: { dispute: DisputeForAdmin; timeZone: string }) {
  const { buyerId, buyerName, slotName, trainerName, amountCents, currency } = dispute
  const stage = disputeStage(dispute.status)
  const { label, kind } = stages()[stage]
  return (
    <li>
      <div>
        <b className="anywhere">
          <Link to={`/dashboard/members/${buyerId}`}>{buyerName}</Link>, {formatMoney(amountCents, currency)}
        </b>
        <p className="anywhere">
          {t('disputes.for', {
            openedAt: formatDate(dispute.openedAt, timeZone),
            disputeReason: disputeReason(dispute.reason),
            value: [slotName, trainerName].filter(Boolean).join(', '),
          })}
        </p>
        <p>{movedText(dispute)}</p>
      </div>
      <div className="button-row push-end">
        <StatusDot kind={kind}>{answerText(dispute, timeZone) ?? label}</StatusDot>
        {stage === 'inquiry' && dispute.paymentId !== null && dispute.refundableCents > 0 && (
          <LinkButton small to={`/dashboard/balance?refund=${dispute.paymentId}`}>
            {t('disputes.refund')}
            <span className="visually-hidden"> {buyerName}</span>
          </LinkButton>
        )}
      </div>
    </li>
  )
}

const answerText = ({ status, answerBy }: DisputeForAdmin, timeZone: string) =>
  answerBy && needsAnswer(status)
    ? t('disputes.answerBy', { answerBy: formatDate(answerBy, timeZone) })
    : null

function movedText({ withdrawnCents, feeCents, currency, status }: DisputeForAdmin): string {
  const fee = feeCents > 0 ? t('disputes.fee', { fee: formatMoney(feeCents, currency) }) : ''
  if (withdrawnCents > 0)
    return t('disputes.withdrawn', { withdrawn: formatMoney(withdrawnCents, currency), fee })
  return disputeStage(status) === 'won'
    ? t('disputes.theMoneyIsBack', { fee })
    : t('disputes.noMoneyHasMoved', { fee })
}
