import { Link, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { bounds } from '#domain/bounds.ts'
import { correctInvoice, readCorrectableInvoice } from '#domain/invoices/correct-invoice.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/correct-invoice.ts'

const heading = () => t('correctInvoice.correctAnInvoice')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(({ actor, params }: Route.LoaderArgs & LoaderContext) =>
  readCorrectableInvoice(actor, params.id),
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { number, bookingId } = await correctInvoice(actor, params.id, {
    buyerName: fields.get('buyerName') ?? '',
    buyerAddress: fields.get('buyerAddress') ?? '',
  })
  return redirectWithToast(`/dashboard/receipt/${bookingId}`, {
    text: t('correctInvoice.isTheInvoiceNow', { number }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Replaces an invoice whose buyer was named wrongly, by a credit note and a new invoice. */
export default function CorrectInvoice({ loaderData: invoice, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const pending = useNavigation().formMethod === 'POST'
  const receipt = `/dashboard/receipt/${invoice.bookingId}`
  return (
    <>
      <BackLink to={receipt}>{invoice.number}</BackLink>
      <h1>{heading()}</h1>
      {invoice.replacedBy === null ? (
        <>
          <p className="subtitle">{t('correctInvoice.staysAndACredit', { number: invoice.number })}</p>
          <CheckedForm problem={problem} className="stack measure above-6">
            <TextField
              label={t('form.name')}
              name="buyerName"
              maxLength={bounds.personName.most}
              defaultValue={submittedValues(problem)?.get('buyerName') ?? invoice.currentName}
              hint={t('correctInvoice.onTheInvoice', { buyerName: invoice.buyerName })}
              error={fieldMessages(problem).buyerName}
              autoComplete="off"
            />
            <TextArea
              label={t('correctInvoice.address')}
              aside={t('correctInvoice.optional')}
              name="buyerAddress"
              rows={3}
              maxLength={bounds.postalAddress.most}
              defaultValue={submittedValues(problem)?.get('buyerAddress') ?? invoice.currentAddress}
              hint={t('correctInvoice.onTheInvoice2', {
                replaceAll: invoice.buyerAddress.replaceAll('\n', ', ') || t('correctInvoice.none'),
              })}
              error={fieldMessages(problem).buyerAddress}
              autoComplete="off"
            />
            <Button variant="primary" pending={pending}>
              {t('correctInvoice.replace', { number: invoice.number })}
            </Button>
          </CheckedForm>
        </>
      ) : (
        <p className="subtitle">
          {t('correctInvoice.wasReplacedBy', { number: invoice.number, replacedBy: invoice.replacedBy })}
          <Link to={receipt}>{t('correctInvoice.seeBoth')}</Link>
        </p>
      )}
    </>
  )
}
