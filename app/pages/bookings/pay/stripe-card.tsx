import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntentResult, Stripe, StripeElementStyle, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { Field } from '#app/forms/field.tsx'
import { currentLanguage, t } from '#messages/t.ts'
import { CardDeclined, OutcomeUnknown, type CardProps } from './card-form.ts'

type StripeCardProps = CardProps & { secret: string | null; storesCard: boolean }

/** Stripe's card field, the only one to receive the number. Its script comes from Stripe and loads here only. */
export function StripeCard({
  publishableKey,
  secret,
  storesCard,
  children,
}: StripeCardProps & { publishableKey: string }) {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  useEffect(() => {
    loadStripe(publishableKey, { locale: currentLanguage() })
      .then(setStripe)
      .catch(() => setProblem(t('stripeCard.theCardFormDidnt')))
  }, [publishableKey])
  return (
    <Elements stripe={stripe}>
      <Fields problem={problem} secret={secret} storesCard={storesCard}>
        {children}
      </Fields>
    </Elements>
  )
}

function Fields({
  problem,
  secret,
  storesCard,
  children,
}: StripeCardProps & { problem: string | undefined }) {
  const stripe = useStripe()
  const elements = useElements()
  const [complete, setComplete] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const style = useStripeStyle()
  const hasChallenge = useHasChallenge(stripe, secret)
  /** Shows the reason at the field too, where it stays until the card is changed. */
  const refuse = (reason: StripeError): Error => {
    setError(reason.message)
    return toCardError(reason)
  }
  const settle = ({ error: reason, paymentIntent }: PaymentIntentResult): string => {
    // the payment may have succeeded in another tab
    const already = reason?.payment_intent
    if (already?.status === 'succeeded') return already.id
    if (reason) throw refuse(reason)
    return paymentIntent.id
  }
  return children({
    ready: stripe !== null && elements !== null,
    pay: async (requestSecret, billing) => {
      const card = elements?.getElement(CardElement)
      if (!stripe || !card) return null
      if (!complete) {
        setError((before) => before ?? t('stripeCard.yourCardsDetailsAre'))
        card.focus()
        return null
      }
      const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing })
      if (method.error) throw refuse(method.error)
      const clientSecret = await requestSecret()
      if (clientSecret.startsWith('seti_')) {
        const result = await stripe.confirmCardSetup(clientSecret, {
          payment_method: method.paymentMethod.id,
        })
        if (result.error) throw refuse(result.error)
        return result.setupIntent.id
      }
      return settle(
        await stripe.confirmCardPayment(clientSecret, {
          payment_method: method.paymentMethod.id,
          ...(storesCard && { setup_future_usage: 'off_session' }),
        }),
      )
    },
    resumeChallenge:
      stripe && hasChallenge
        ? async (requestSecret) => settle(await stripe.confirmCardPayment(await requestSecret()))
        : null,
    fields: (
      <Field label={t('stripeCard.card')} error={problem ?? error}>
        {(control) => (
          <div className="input card-element" id={control.id}>
            <CardElement
              options={{ hidePostalCode: true, style }}
              onChange={(event) => {
                setComplete(event.complete)
                setError(event.error?.message)
              }}
            />
          </div>
        )}
      </Field>
    ),
  })
}

function toCardError({ type, message }: StripeError): Error {
  if (type === 'card_error') return new CardDeclined(message)
  const isDefinite = type === 'invalid_request_error' || type === 'validation_error'
  return isDefinite ? new Error(message) : new OutcomeUnknown(message)
}

/** Whether a 3-D Secure challenge of an earlier visit is still pending. */
function useHasChallenge(stripe: Stripe | null, secret: string | null): boolean {
  const [hasChallenge, setHasChallenge] = useState(false)
  useEffect(() => {
    if (stripe === null || secret === null) return
    let current = true
    void stripe
      .retrievePaymentIntent(secret)
      .then(({ paymentIntent }) => current && setHasChallenge(paymentIntent?.status === 'requires_action'))
    return () => {
      current = false
    }
  }, [stripe, secret])
  return hasChallenge
}

/** Returns the theme's colours for Stripe's field, which is an iframe, and updates them with the theme. */
export function useStripeStyle(): StripeElementStyle | undefined {
  const [style, setStyle] = useState<StripeElementStyle | undefined>()
  useEffect(() => {
    const read = () => setStyle(readStyle())
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const chosen = new MutationObserver(read)
    read()
    dark.addEventListener('change', read)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      dark.removeEventListener('change', read)
      chosen.disconnect()
    }
  }, [])
  return style
}

function readStyle() {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(name).trim()
  return {
    base: {
      color: token('--text'),
      iconColor: token('--text-2'),
      fontFamily: 'Inter, system-ui, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: token('--text-3') },
    },
    invalid: { color: token('--danger'), iconColor: token('--danger') },
  }
}
