import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { redirect, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { FieldError, TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { texts } from '#copy/texts.ts'
import { readOwnWords } from '#domain/club/club.server.ts'
import { getClassDate } from '#domain/lessons/classes/timetable.server.ts'
import {
  consentWords,
  priceUnit,
  reducedPriceOf,
  renewalWords,
  storedCardWords,
  termLines,
} from '#domain/offers/offers.rules.ts'
import { getOffer, type Offer } from '#domain/offers/offers.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { quoteCode, type Quote } from '#domain/vouchers/use-code.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { acceptsCards } from '#platform/cards/cards.ts'
import type { Route } from './+types/buy.ts'
import { TermList } from './term-list.tsx'

/** The address of this page, which keeps a code, and the date of a class that is bought with its booking. */
function buyPath(offerId: string, code: string, lessonId?: string): string {
  const query = new URLSearchParams({ ...(lessonId && { class: lessonId }), ...(code && { code }) })
  return `/buy/${offerId}${query.size === 0 ? '' : `?${query}`}`
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.offer.title ?? t('buy.buy'))

export const loader = createLoader(async ({ actor, params, request }: Route.LoaderArgs & LoaderContext) => {
  const { searchParams } = new URL(request.url)
  const [offer, own] = await Promise.all([getOffer(actor, params.id), readOwnWords()])
  const lessonId = offer.kind === 'class' ? searchParams.get('class') : null
  return {
    offer: { ...offer, title: own(offer.title), description: own(offer.description) },
    words: wordsOf(offer, null),
    price: `${formatMoneyWithCents(offer.priceCents, offer.currency)} ${priceUnit(offer)}`,
    // a single class and a trial have a date, and no time for withdrawing
    consent: offer.kind === 'pack' || offer.kind === 'membership' ? consentWords() : null,
    hasCodes: offer.kind !== 'gift_card' && offer.priceCents > 0,
    /** A code in the address, such as that of an advertisement. */
    code: (searchParams.get('code') ?? '').slice(0, mostTyped),
    /** The date of the class that is booked with the payment. */
    date: lessonId === null ? null : await getClassDate(actor, lessonId),
    isSignedIn: actor.kind === 'person',
  }
})

/** Characters that the field of a code takes. */
const mostTyped = 60

/** What the buyer agrees to, with what a code takes off. */
function wordsOf(offer: Offer, quote: Quote | null) {
  const reduced = quote && reducedPriceOf(offer, quote)
  const isMembership = offer.kind === 'membership'
  return {
    terms: termLines(offer, reduced),
    renewal: isMembership ? renewalWords(offer, reduced) : null,
    storing: isMembership && acceptsCards() ? storedCardWords(offer, reduced) : null,
  }
}

export const action = createAction(
  async ({ actor, params, page, readForm }: Route.ActionArgs & ActionContext) => {
    const { fields } = await readForm()
    const code = (fields.get('code') ?? '').trim()
    const intent = readIntent(fields, ['use-code', 'order'])
    // a code is shown with what it takes off before anything is ordered with it
    if (intent === 'use-code' || code !== (fields.get('shownCode') ?? '')) {
      const offer = await getOffer(actor, params.id)
      const quote = code === '' ? null : await quoteCode(actor, offer, code, page.address)
      return { quote, words: wordsOf(offer, quote), typed: fields.toString() }
    }
    const order = {
      expectedPriceCents: Number(fields.get('priceCents')),
      code,
      beginsAtOnce: fields.get('beginsAtOnce') === 'yes',
      renews: fields.get('renews') === 'yes',
      keepsCard: fields.get('keepsCard') === 'yes',
      lessonId: fields.get('lessonId') || undefined,
    }
    const { orderId, isPaid } = await orderOffer(actor, params.id, order, page.address)
    if (!isPaid) return redirect(`/dashboard/order/${orderId}`)
    return order.lessonId === undefined
      ? redirectWithToast('/dashboard/purchases', { text: t('buy.itsYoursBookA') })
      : redirectWithToast(`/timetable/${order.lessonId}`, { text: t('classDate.youAreIn') })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

export default function Buy({ loaderData, actionData }: Route.ComponentProps) {
  const { offer, price, consent, hasCodes, isSignedIn, date } = loaderData
  const problem = problemOf(actionData)
  const shown = actionData && 'quote' in actionData ? actionData : null
  const quote = shown?.quote ?? null
  const { terms, renewal, storing } = shown?.words ?? loaderData.words
  const typed = shown ? new URLSearchParams(shown.typed) : submittedValues(problem)
  const pending = useNavigation().formMethod === 'POST'
  const amountCents = quote?.amountCents ?? offer.priceCents
  const isFree = amountCents === 0
  const toPay = quote ? formatMoneyWithCents(amountCents, offer.currency) : price
  return (
    <div className="wrap section-below buy">
      {date === null ? (
        <BackLink to="/membership-plans">{t('buy.priceList')}</BackLink>
      ) : (
        <BackLink to={`/timetable/${date.id}`}>{date.title}</BackLink>
      )}
      <h1 className="display">{offer.title}</h1>
      {date !== null && (
        <p className="subtitle">
          {t('buy.forThisClass', {
            title: date.title,
            day: formatDay(date.day),
            clock: formatClock(date.startHour, date.startMinute),
          })}
        </p>
      )}
      {offer.description && <p className="subtitle">{offer.description}</p>}
      <TermList terms={terms} />
      {isSignedIn ? (
        <CheckedForm key={typed?.toString() ?? ''} problem={problem} className="stack">
          <HiddenFields
            values={{
              priceCents: String(amountCents),
              shownCode: quote?.code ?? '',
              lessonId: date?.id ?? '',
            }}
          />
          {hasCodes && (
            <CodeField
              code={quote?.code ?? typed?.get('code') ?? loaderData.code}
              error={fieldMessages(problem).code}
              quote={quote}
              currency={offer.currency}
              isMembership={offer.kind === 'membership'}
            />
          )}
          {renewal && (
            <ConsentBox name="renews" typed={typed} text={renewal} error={fieldMessages(problem).renews} />
          )}
          {storing && (
            <ConsentBox name="keepsCard" typed={typed} text={storing} note={t('buy.billForEachPeriod')} />
          )}
          {consent && (
            <ConsentBox name="beginsAtOnce" typed={typed} text={consent} note={t('buy.ifYouLeaveThis')} />
          )}
          <div className="button-row">
            <Button variant="primary" tall pending={pending} name="intent" value="order">
              {isFree ? t('buy.takeIt') : t('buy.goOnToPay', { price: toPay })}
            </Button>
          </div>
          {!isFree && <p className="note">{t('buy.nothingIsBoughtYet')}</p>}
        </CheckedForm>
      ) : (
        <AccountLinks isFree={isFree} from={buyPath(offer.id, loaderData.code, date?.id)} />
      )}
    </div>
  )
}

/** What is free is for newcomers, who sign up first. */
function AccountLinks({ isFree, from }: { isFree: boolean; from: string }) {
  const query = new URLSearchParams({ from })
  return (
    <div className="button-row">
      {isFree && (
        <LinkButton variant="primary" tall to={`/signUp?${query}`}>
          {t('buy.signUpAndTakeIt')}
        </LinkButton>
      )}
      <LinkButton variant={isFree ? 'outline' : 'primary'} tall to={`/signIn?${query}`}>
        {isFree ? texts.navigation.signIn : t('buy.signInToBuy')}
      </LinkButton>
      {!isFree && (
        <LinkButton tall to={`/signUp?${query}`}>
          {t('buy.signUp')}
        </LinkButton>
      )}
    </div>
  )
}

type CodeFieldProps = {
  code: string
  error: ReactNode
  quote: Quote | null
  currency: string
  isMembership: boolean
}

/** The field of a code, and what it takes off. Enter in it shows the price, and orders nothing. */
function CodeField({ code, error, quote, currency, isMembership }: CodeFieldProps) {
  return (
    <>
      <div className="with-button">
        <TextField
          label={t('codes.codeOrGiftCard')}
          aside={t('codes.ifYouHaveOne')}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={mostTyped}
          defaultValue={code}
          error={error}
        />
        <Button name="intent" value="use-code">
          {t('codes.useIt')}
        </Button>
      </div>
      {quote && (
        <p role="status">
          {t('codes.takesOff', {
            amount: formatMoneyWithCents(quote.discountCents + quote.giftCents, currency),
            rest: formatMoneyWithCents(quote.amountCents, currency),
            payments: isMembership ? (quote.periods ?? 0) : 1,
          })}
        </p>
      )}
    </>
  )
}

type ConsentBoxProps = {
  name: string
  typed: URLSearchParams | undefined
  text: string
  /** What happens without the consent. */
  note?: string
  error?: string
}

function ConsentBox({ name, typed, text, note, error }: ConsentBoxProps) {
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={typed?.get(name) === 'yes'}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-error` })}
        />
        <span className="box">
          <Icon of={Check} />
        </span>
        <span>
          {text} {note && <span className="note">{note}</span>}
        </span>
      </label>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </div>
  )
}
