import { useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { notFound } from '#core/errors.ts'
import { bounds } from '#domain/bounds.ts'
import { correctDeskMethod, findDeskEntry } from '#domain/ledger/desk-corrections.server.ts'
import { formatMoney } from '#format/money.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/correct-entry.ts'

const heading = () => t('correctEntry.correctHowItWas')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  const entry = await findDeskEntry(actor, params.id)
  if (!entry) throw notFound(t('correctEntry.thisEntry'))
  return { entry }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { method } = await correctDeskMethod(actor, {
    kind: fields.get('kind') === 'refund' ? 'refund' : 'payment',
    entryId: params.id,
    method: fields.get('method') ?? '',
    reason: fields.get('reason') ?? '',
  })
  return redirectWithToast('/dashboard/desk', {
    text: t('correctEntry.itCountsAsFrom', { value: inSentence(paymentMethodNames[method]) }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'
import { inSentence } from '#format/text.ts'

/** Moves an amount of the desk from one method to another by an entry of today. */
export default function CorrectEntry({ loaderData: { entry }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const pending = useNavigation().formMethod === 'POST'
  const others = (['cash', 'terminal', 'transfer'] as const).filter((method) => method !== entry.method)
  return (
    <>
      <BackLink to="/dashboard/desk">{t('correctEntry.atTheDesk')}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">
        {t('correctEntry.enteredAsTheEntry', {
          buyerName: entry.buyerName,
          cents: formatMoney(entry.cents, entry.currency),
          value: inSentence(paymentMethodNames[entry.method]),
        })}
      </p>
      <CheckedForm problem={problem} className="stack measure above-6">
        <input type="hidden" name="kind" value={entry.kind} />
        <SelectField
          label={t('correctEntry.itWas')}
          name="method"
          defaultValue={typed?.get('method') ?? others[0]}
          options={others.map((value) => ({ value, label: paymentMethodNames[value] }))}
          error={errors.method}
        />
        <TextField
          label={t('correctEntry.reason')}
          name="reason"
          maxLength={bounds.refundReason.most}
          defaultValue={typed?.get('reason') ?? ''}
          error={errors.reason}
          autoComplete="off"
        />
        <Button variant="primary" pending={pending}>
          {t('correctEntry.correctIt')}
        </Button>
      </CheckedForm>
    </>
  )
}
