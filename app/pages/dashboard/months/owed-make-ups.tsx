import { randomUUID } from 'node:crypto'
import { BackLink } from '#app/components/back-link.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { previewNotified } from '#domain/mail/change-notices.server.ts'
import { grantMakeUp } from '#domain/months/granting-make-ups.server.ts'
import { getOwedMakeUps } from '#domain/months/month-make-ups.server.ts'
import { refundMakeUp } from '#domain/months/refunding-make-ups.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/owed-make-ups.ts'
import { GiveMakeUp } from './give-make-up.tsx'
import { OwedMakeUpList } from './owed-make-up-list.tsx'
import { RefundMakeUp } from './refund-make-up.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('owedMakeUps.makeUpsOfA'))

export const loader = createLoader(
  async ({ actor, params, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const [month, notified] = await Promise.all([
      getOwedMakeUps(actor, params.id),
      previewNotified(actor, { bookingId: params.id }),
    ])
    const refundId = new URL(request.url).searchParams.get('refund')
    return {
      month,
      refund: month.hours.find(({ id, refundCents }) => id === refundId && refundCents !== null) ?? null,
      // one key for each opened form, so that a double submission grants one make-up
      requestKey: randomUUID(),
      notified,
      hasMail: sendsMail(),
      timeZone: club.timeZone,
    }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const text = await runIntent(actor, params.id, fields)
  return redirectWithToast(`/dashboard/owed/${params.id}`, { text })
})

async function runIntent(
  actor: LoaderContext['actor'],
  id: string,
  fields: URLSearchParams,
): Promise<string> {
  const field = (name: string) => fields.get(name) ?? ''
  const reason = field('reason')
  if (readIntent(fields, ['give', 'refund']) === 'refund') {
    const { currency } = await getOwedMakeUps(actor, id)
    const { amountCents } = await refundMakeUp(actor, field('makeUpId'), { reason }, id)
    return t('owedMakeUps.goesBackInsteadOf', { amount: formatMoney(amountCents, currency) })
  }
  const granted = await grantMakeUp(actor, id, { reason, requestKey: field('requestKey') })
  const { memberName, until, notified } = granted
  return t('owedMakeUps.hasAMakeUp', {
    memberName,
    until: endSentence(formatDay(until)),
    changeNotice: changeNotice(sendsMail(), notified, t('owedMakeUps.weveEmailedThem')),
  })
}

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

/** Make-ups of a member's month, where the office grants one or refunds one. */
export default function OwedMakeUps({ loaderData, actionData }: Route.ComponentProps) {
  const { month, refund, requestKey, notified, hasMail, timeZone } = loaderData
  const problem = problemOf(actionData)
  const ofRefund = submittedValues(problem)?.get('intent') === 'refund'
  const message = formMessage(problem)
  return (
    <>
      <BackLink to={`/dashboard/members/${month.memberId}`}>{month.memberName}</BackLink>
      <h1>{t('owedMakeUps.makeUps')}</h1>
      <p className="subtitle">
        {t('owedMakeUps.withTheMonthThat', {
          memberName: month.memberName,
          startHour: formatHour(month.startHour),
          trainerName: month.trainerName,
          paidUntil: endSentence(formatDate(month.paidUntil, timeZone)),
        })}
      </p>
      {message && <FormError>{message}</FormError>}
      <OwedMakeUpList hours={month.hours} currency={month.currency} />
      <GiveMakeUp
        key={month.hours.length}
        month={month}
        requestKey={requestKey}
        notified={notified}
        hasMail={hasMail}
        problem={ofRefund ? null : problem}
      />
      {refund && (
        <RefundMakeUp key={refund.id} month={month} hour={refund} problem={ofRefund ? problem : null} />
      )}
    </>
  )
}
