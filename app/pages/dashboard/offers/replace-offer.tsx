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
import { priceUnit } from '#domain/offers/offers.rules.ts'
import { getOfferForOffice, replaceOffer } from '#domain/offers/offers.server.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/replace-offer.ts'
import { OfferForm, offerFromForm, valuesOfOffer } from './offer-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('replaceOffer.replaceAnOffer'))

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => ({
  offer: (await getOfferForOffice(actor, params.id)).offer,
}))

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { id } = await replaceOffer(actor, params.id, offerFromForm('', fields))
  return redirectWithToast(`/dashboard/offers/${id}`, {
    text: id === params.id ? t('replaceOffer.nothingChangedThisVersion') : t('replaceOffer.replaced'),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ReplaceOffer({ loaderData: { offer }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  return (
    <>
      <BackLink to={`/dashboard/offers/${offer.id}`}>{offer.title}</BackLink>
      <h1>{t('replaceOffer.replace', { title: offer.title })}</h1>
      <p className="subtitle">
        {t('replaceOffer.versionLeavesThePrice', {
          version: offer.version,
          price: formatMoneyWithCents(offer.priceCents, offer.currency),
          priceUnit: priceUnit(offer),
          version2: offer.version + 1,
        })}
      </p>
      <OfferForm
        kind={offer.kind}
        values={valuesOfOffer(offer)}
        problem={problem}
        label={t('replaceOffer.replaceIt')}
        cancelTo={`/dashboard/offers/${offer.id}`}
      />
    </>
  )
}
