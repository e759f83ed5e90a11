import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { describeTerms, priceUnit } from '#domain/offers/offers.rules.ts'
import { getClubPerson } from '#domain/overview/person.server.ts'
import { listDeskOffers, sellOffer } from '#domain/sales/order-offer.server.ts'
import { formatMoney, formatMoneyWithCents, parseCents } from '#format/money.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/sell.ts'
import { BankedOnField, DiscountReasonField, SlipField } from './desk-payment-fields.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('sell.sell'))

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  const offers = await listDeskOffers(actor)
  const { person } = await getClubPerson(actor, params.id)
  return {
    person: {
      id: person.id,
      name: person.name,
      getsLetters: sendsMail() && (person.email !== null || person.contactEmail !== ''),
    },
    requestKey: randomUUID(),
    offers: offers.map((offer) => ({
      id: offer.id,
      priceCents: offer.priceCents,
      currency: offer.currency,
      label: `${offer.title}, ${formatMoneyWithCents(offer.priceCents, offer.currency)} ${priceUnit(offer)} (${describeTerms(offer)})`,
    })),
  }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const field = (name: string) => fields.get(name) ?? ''
  const payment = {
    method: field('method'),
    discountCents: field('discount').trim() === '' ? 0 : (parseCents(field('discount')) ?? Number.NaN),
    discountReason: field('discountReason'),
    slip: field('slip'),
    bankedOn: field('bankedOn'),
  }
  const { orderId, amountCents } = await sellOffer(actor, params.id, field('offerId'), payment, {
    code: field('code'),
    requestKey: field('requestKey') || undefined,
  })
  const offers = await listDeskOffers(actor)
  const offer = offers.find(({ id }) => id === field('offerId'))
  // a gift card is handed over, and what was free has no invoice
  const document = offer?.kind === 'gift_card' ? 'giftCard' : 'receipt'
  return redirectWithToast(
    amountCents > 0 ? `/dashboard/${document}/${orderId}` : `/dashboard/members/${params.id}`,
    { text: t('sell.soldAndTaken', { amount: formatMoney(amountCents) }) },
  )
})

export { clientAction } from '#app/forms/client-action.ts'

/** What is left to take after a discount; what a code takes off is known once it is used. */
const toPay = ({ priceCents, currency }: { priceCents: number; currency: string }, discount: string) =>
  formatMoneyWithCents(Math.max(0, priceCents - (parseCents(discount) ?? 0)), currency)

export default function Sell({ loaderData, actionData }: Route.ComponentProps) {
  const { person, offers } = loaderData
  // a sale whose answer is lost is the same when it is sent again
  const [requestKey] = useState(loaderData.requestKey)
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const pending = useNavigation().formMethod === 'POST'
  const [offerId, setOfferId] = useState(typed?.get('offerId') ?? offers[0]?.id ?? '')
  const [discount, setDiscount] = useState(typed?.get('discount') ?? '')
  const [code, setCode] = useState(typed?.get('code') ?? '')
  const hydrated = useHydrated()
  const offer = offers.find(({ id }) => id === offerId)
  const back = `/dashboard/members/${person.id}`
  return (
    <>
      <BackLink to={back}>{person.name}</BackLink>
      <h1>{t('sell.sellTo', { name: person.name })}</h1>
      <p className="subtitle">
        {person.getsLetters
          ? t('sell.theSameOrderAs', { name: firstName(person.name) })
          : t('sell.printTheReceipt', { name: firstName(person.name) })}
      </p>
      {offers.length === 0 ? (
        <EmptyState
          heading={t('sell.nothingToSell')}
          action={<LinkButton to="/dashboard/offers">{t('sell.priceList')}</LinkButton>}
        >
          {t('sell.packsSingleClassesAnd')}
        </EmptyState>
      ) : (
        <CheckedForm key={typed?.toString() ?? ''} problem={problem} className="stack take-payment above-6">
          <HiddenFields values={{ requestKey }} />
          <SelectField
            label={t('sell.offer')}
            name="offerId"
            value={offerId}
            onChange={(event) => setOfferId(event.currentTarget.value)}
            options={offers.map(({ id, label }) => ({ value: id, label }))}
          />
          <SelectField
            label={t('sell.paidBy')}
            name="method"
            defaultValue={typed?.get('method') ?? 'cash'}
            options={(['cash', 'terminal', 'transfer'] as const).map((method) => ({
              value: method,
              label: paymentMethodNames[method],
            }))}
            error={errors.method}
          />
          <div className="two">
            <SlipField problem={problem} className="of-terminal" />
            <BankedOnField problem={problem} className="of-transfer" />
          </div>
          <div className="two">
            <TextField
              label={t('sell.discount')}
              aside={t('sell.optional')}
              name="discount"
              inputMode="decimal"
              autoComplete="off"
              value={discount}
              onChange={(event) => setDiscount(event.currentTarget.value)}
              error={errors.discountCents}
            />
            <DiscountReasonField problem={problem} buyer={firstName(person.name)} />
          </div>
          <TextField
            label={t('codes.code')}
            aside={t('codes.insteadOfADiscount')}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={60}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={errors.code}
          />
          <div className="button-row">
            <Button variant="primary" pending={pending}>
              {hydrated && offer && code.trim() === ''
                ? t('sell.sellAndTake', { toPay: toPay(offer, discount) })
                : t('sell.sellAndTakeThe')}
            </Button>
            <LinkButton to={back}>{t('sell.cancel')}</LinkButton>
          </div>
        </CheckedForm>
      )}
    </>
  )
}
