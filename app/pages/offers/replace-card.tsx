import { useSubmit } from 'react-router'
import { beginSetup } from '#api-client/client.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { StoreCardForm } from '#app/pages/bookings/pay/store-card-form.tsx'
import { useAccount } from '#app/pages/bookings/pay/use-payment.ts'
import { requirePerson } from '#domain/actor.ts'
import { renewalCents } from '#domain/memberships/memberships.rules.ts'
import { getRunningMembership } from '#domain/memberships/memberships.server.ts'
import { getOwnCard, replaceOwnCard } from '#domain/memberships/own-card.server.ts'
import { storedCardWords } from '#domain/offers/offers.rules.ts'
import { cardTerms } from '#domain/payments/card-terms.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/replace-card.ts'
import { storedCardName } from './stored-card-name.ts'
import { TermList } from './term-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('replaceCard.heading'))

export const loader = createLoader(async ({ actor, page }: Route.LoaderArgs & LoaderContext) => {
  const { name, email } = requirePerson(actor)
  const [membership, card] = await Promise.all([getRunningMembership(actor), getOwnCard(actor)])
  const { title, currency, next, paidUntil } = membership
  const priceCents = renewalCents(membership)
  return {
    title,
    card,
    words: storedCardWords({ priceCents, currency }),
    price: formatMoneyWithCents(priceCents, currency),
    chargeFrom: next ? next.beginsAt : paidUntil,
    isDue: next?.hasBegun ?? false,
    terms: cardTerms(),
    holder: { name, email },
    timeZone: page.club.timeZone,
  }
})

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { chargedAt } = await replaceOwnCard(actor, { setupId: fields.get('setupId') ?? '' })
  return redirectWithToast('/dashboard/membership', {
    text: chargedAt
      ? t('replaceCard.replacedCharged', { day: formatDate(chargedAt, page.club.timeZone) })
      : t('replaceCard.replaced'),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ReplaceCard({ loaderData, actionData }: Route.ComponentProps) {
  const account = useAccount()
  const { title, card, words, price, chargeFrom, isDue, terms, holder, timeZone } = loaderData
  const submit = useSubmit()
  const message = formMessage(problemOf(actionData))
  const day = formatDate(chargeFrom, timeZone)
  return (
    <>
      <BackLink to="/dashboard/membership">{title}</BackLink>
      <h1>{card?.cardId ? t('replaceCard.heading') : t('replaceCard.addACard')}</h1>
      <p className="subtitle">{t('replaceCard.nothingIsPaidNow')}</p>
      {message && <FormError>{message}</FormError>}
      <TermList
        terms={[
          ...(card?.cardId ? [{ name: t('replaceCard.untilNow'), text: storedCardName(card) }] : []),
          {
            name: t('replaceCard.thenCharged'),
            text: isDue ? t('replaceCard.atOnce', { price }) : t('replaceCard.onDay', { price, day }),
          },
        ]}
      />
      <div className="store-card above-6">
        <StoreCardForm
          terms={terms}
          holder={holder}
          requestSecret={() => beginSetup(account, '/api/v1/membership/card-setup')}
          onStored={(setupId) => submit({ setupId }, { method: 'post' })}
        >
          <p>{words}</p>
        </StoreCardForm>
      </div>
    </>
  )
}
