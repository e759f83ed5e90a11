import { Form } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { getRunningMembership } from '#domain/memberships/memberships.server.ts'
import {
  changeMembership,
  listOfferChoices,
  type OfferChoice,
} from '#domain/memberships/offer-change.server.ts'
import { describeTerms, priceUnit } from '#domain/offers/offers.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/change-membership.ts'
import { TermList } from './term-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('changeMembership.heading'))

export const loader = createLoader(async ({ actor, page }: Route.LoaderArgs & LoaderContext) => {
  const membership = await getRunningMembership(actor)
  return { membership, choices: await listOfferChoices(actor), timeZone: page.club.timeZone }
})

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { from } = await changeMembership(actor, fields.get('offerId') ?? '', {
    expectedPriceCents: Number(fields.get('priceCents')),
  })
  return redirectWithToast('/dashboard/membership', {
    text: t('changeMembership.changed', { day: formatDate(from, page.club.timeZone) }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ChangeMembership({ loaderData, actionData }: Route.ComponentProps) {
  const { membership, choices, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <BackLink to="/dashboard/membership">{membership.title}</BackLink>
      <h1>{t('changeMembership.heading')}</h1>
      <p className="subtitle">{t('changeMembership.nothingIsChargedNow')}</p>
      {message && <FormError>{message}</FormError>}
      {choices.length === 0 && (
        <section className="panel">
          <EmptyState heading={t('changeMembership.noOther')}>
            {t('changeMembership.theClubSells')}
          </EmptyState>
        </section>
      )}
      {choices.map((choice) => (
        <Choice key={choice.offer.id} choice={choice} timeZone={timeZone} />
      ))}
    </>
  )
}

function Choice({ choice: { offer, from }, timeZone }: { choice: OfferChoice; timeZone: string }) {
  const day = formatDate(from, timeZone)
  const price = `${formatMoneyWithCents(offer.priceCents, offer.currency)} ${priceUnit(offer)}`
  return (
    <section className="panel">
      <header>
        <h2>{offer.title}</h2>
      </header>
      <TermList
        terms={[
          { name: t('offers.youPay'), text: t('changeMembership.priceFrom', { price, day }) },
          { name: t('offers.youGet'), text: describeTerms(offer) },
        ]}
      />
      <Form method="post" className="above-4">
        <HiddenFields values={{ offerId: offer.id, priceCents: String(offer.priceCents) }} />
        <Button aria-label={t('changeMembership.changeToOn', { title: offer.title, day })}>
          {t('changeMembership.changeOn', { day })}
        </Button>
      </Form>
    </section>
  )
}
