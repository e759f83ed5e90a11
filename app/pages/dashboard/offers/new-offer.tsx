import { BackLink } from '#app/components/back-link.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { notFound } from '#core/errors.ts'
import { requirePermission } from '#domain/actor.ts'
import { kindNames, offerKinds } from '#domain/offers/offers.rules.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import type { Route } from './+types/new-offer.ts'
import { OfferForm, offerFromForm, proposals } from './offer-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('newOffer.newOffer'))

function requireKind(text: string) {
  const kind = offerKinds.find((known) => known === text)
  if (!kind) throw notFound(t('newOffer.thisKindOfOffer'))
  return kind
}

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'prices.manage')
  return { kind: requireKind(params.kind) }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'prices.manage')
  const { fields } = await readForm()
  await addOffer(actor, offerFromForm(requireKind(params.kind), fields))
  return redirectWithToast('/dashboard/offers', { text: t('newOffer.onThePriceList') })
})

export { clientAction } from '#app/forms/client-action.ts'
import { inSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

export default function NewOffer({ loaderData: { kind }, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/dashboard/offers">{t('newOffer.priceList')}</BackLink>
      <h1>{t('newOffer.newOffer2', { inSentence: inSentence(kindNames[kind]) })}</h1>
      <p className="subtitle">{t('newOffer.itsTermsNeverChange')}</p>
      <OfferForm
        kind={kind}
        values={proposals[kind]}
        problem={problemOf(actionData)}
        label={t('newOffer.putItOnThe')}
        cancelTo="/dashboard/offers"
      />
    </>
  )
}
