import { useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import { readPayout, reversePayout } from '#domain/ledger/payouts.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/take-back-payout.ts'

const heading = () => t('takeBackPayout.takeBackAPayout')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    payout: await readPayout(actor, params.id),
    timeZone: club.timeZone,
  }),
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { amountCents } = await reversePayout(actor, {
    payoutId: params.id,
    reason: fields.get('reason') ?? '',
  })
  return redirectWithToast('/dashboard/balance', {
    text: t('takeBackPayout.thePayoutOfIs', { amount: formatMoney(amountCents) }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Takes back a payout that was entered wrongly, by an entry of the opposite amount. */
export default function TakeBackPayout({
  loaderData: { payout, timeZone },
  actionData,
}: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <BackLink to="/dashboard/balance">{texts.balance.heading}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">
        {t('takeBackPayout.toItHasBeen', {
          amount: formatMoney(payout.amountCents, payout.currency),
          trainerName: payout.trainerName,
          createdAt: formatDate(payout.createdAt, timeZone),
          isReversed: payout.isReversed ? 'yes' : 'no',
        })}
      </p>
      {!payout.isReversed && (
        <CheckedForm problem={problem} className="stack measure above-6">
          <TextField
            label={t('takeBackPayout.reason')}
            name="reason"
            maxLength={bounds.payoutNote.most}
            defaultValue={submittedValues(problem)?.get('reason') ?? ''}
            error={fieldMessages(problem).reason}
            autoComplete="off"
          />
          <Button variant="danger" pending={pending}>
            {t('takeBackPayout.takeItBack')}
          </Button>
        </CheckedForm>
      )}
    </>
  )
}
