import { redirect, useSubmit } from 'react-router'
import { beginSetup } from '#api-client/client.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { DebitForm } from '#app/pages/bookings/pay/debit-form.tsx'
import { StoreCardForm } from '#app/pages/bookings/pay/store-card-form.tsx'
import { useAccount } from '#app/pages/bookings/pay/use-payment.ts'
import { WaysToPay } from '#app/pages/bookings/pay/ways-to-pay.tsx'
import { requirePerson } from '#domain/actor.ts'
import { renewalCents, renewalPrice } from '#domain/memberships/memberships.rules.ts'
import { getRunningMembership } from '#domain/memberships/memberships.server.ts'
import {
  acceptOwnMandate,
  findOwnMandate,
  getOwnCard,
  replaceBySandboxAccount,
  replaceOwnCard,
} from '#domain/memberships/own-card.server.ts'
import { storedCardWords } from '#domain/offers/offers.rules.ts'
import { cardTerms } from '#domain/payments/card-terms.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/replace-card.ts'
import { storedCardName } from './stored-card-name.ts'
import { TermList } from './term-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('replaceCard.heading'))

export const loader = createLoader(async ({ actor, page, request }: Route.LoaderArgs & LoaderContext) => {
  const { name, email } = requirePerson(actor)
  const [membership, card, mandate] = await Promise.all([
    getRunningMembership(actor),
    getOwnCard(actor),
    findOwnMandate(actor),
  ])
  const { searchParams } = new URL(request.url)
  const { title, currency, next, paidUntil } = membership
  const { price, reduced } = renewalPrice(membership)
  return {
    title,
    card,
    words: storedCardWords(price, reduced),
    price: formatMoneyWithCents(next?.amountCents ?? renewalCents(membership), currency),
    chargeFrom: next ? next.beginsAt : paidUntil,
    isDue: next?.hasBegun ?? false,
    terms: cardTerms(),
    holder: { name, email },
    mandate,
    byDebit: searchParams.get('pay') === 'debit',
    iban: searchParams.get('iban') ?? '',
    timeZone: page.club.timeZone,
  }
})

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const intent = readIntent(fields, ['accept-mandate', 'debit', 'store'])
  if (intent === 'accept-mandate') {
    await acceptOwnMandate(actor)
    return redirect('/dashboard/membership/card?pay=debit')
  }
  const { chargedAt } =
    intent === 'debit'
      ? await replaceBySandboxAccount(actor, fields.get('iban') ?? '')
      : await replaceOwnCard(actor, { setupId: fields.get('setupId') ?? '' })
  return redirectWithToast('/dashboard/membership', {
    text: chargedAt
      ? t('replaceCard.replacedCharged', { day: formatDate(chargedAt, page.club.timeZone) })
      : t('replaceCard.replaced'),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

function headingOf(hasCard: boolean, debits: boolean): string {
  if (debits) return t('replaceCard.debitHeading')
  return hasCard ? t('replaceCard.heading') : t('replaceCard.addACard')
}

export default function ReplaceCard({ loaderData, actionData }: Route.ComponentProps) {
  const account = useAccount()
  const { title, card, words, price, chargeFrom, isDue, terms, holder, timeZone } = loaderData
  const { mandate, byDebit, iban } = loaderData
  const debits = mandate !== null && byDebit
  const submit = useSubmit()
  const store = (setupId: string) => submit({ intent: 'store', setupId }, { method: 'post' })
  const problem = problemOf(actionData)
  const message = formMessage(problem)
  const day = formatDate(chargeFrom, timeZone)
  return (
    <>
      <BackLink to="/dashboard/membership">{title}</BackLink>
      <h1>{headingOf(typeof card?.cardId === 'string', debits)}</h1>
      <p className="subtitle">
        {debits ? t('replaceCard.nothingIsDebitedNow') : t('replaceCard.nothingIsPaidNow')}
      </p>
      {message && <FormError>{message}</FormError>}
      <TermList
        terms={[
          ...(card?.cardId ? [{ name: t('replaceCard.untilNow'), text: storedCardName(card) }] : []),
          {
            name: debits ? t('replaceCard.theAccount') : t('replaceCard.thenCharged'),
            text: isDue ? t('replaceCard.atOnce', { price }) : t('replaceCard.onDay', { price, day }),
          },
        ]}
      />
      <div className="store-card above-6">
        {mandate && <WaysToPay byDebit={byDebit} />}
        {debits ? (
          <DebitForm
            terms={terms}
            mandate={mandate}
            holder={holder}
            problem={problem}
            iban={iban}
            label={t('mandate.useThisAccount')}
            requestSecret={() => beginSetup(account, '/api/v1/membership/card-setup?with=debit')}
            onConfirmed={store}
          />
        ) : (
          <StoreCardForm
            terms={terms}
            holder={holder}
            requestSecret={() => beginSetup(account, '/api/v1/membership/card-setup')}
            onStored={store}
          >
            <p>{words}</p>
          </StoreCardForm>
        )}
      </div>
    </>
  )
}
