import { Elements, IbanElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeIbanElement } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#app/components/button.tsx'
import { Field } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { texts } from '#copy/texts.ts'
import { currentLanguage, t } from '#messages/t.ts'
import { AccountNote } from './account-note.tsx'
import type { RequestSecret } from './card-form.ts'
import { useStripeStyle } from './stripe-card.tsx'

type Props = {
  holder: { name: string; email: string }
  label: string
  requestSecret: RequestSecret
  onConfirmed: (id: string) => Promise<void>
}

/** Stripe's field for the number of an account, the only one to receive it. */
export function StripeAccount({ publishableKey, ...form }: Props & { publishableKey: string }) {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    loadStripe(publishableKey, { locale: currentLanguage() })
      .then(setStripe)
      .catch(() => setProblem(t('stripeCard.theCardFormDidnt')))
  }, [publishableKey])
  return (
    <Elements stripe={stripe}>
      {problem && <FormError>{problem}</FormError>}
      <AccountForm {...form} />
    </Elements>
  )
}

function AccountForm({ holder, label, requestSecret, onConfirmed }: Props) {
  const stripe = useStripe()
  const elements = useElements()
  const style = useStripeStyle()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const busy = useRef(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const iban = elements?.getElement(IbanElement)
    if (!stripe || !iban || busy.current) return
    busy.current = true
    setSending(true)
    try {
      await onConfirmed(await confirm(stripe, { iban, holder, clientSecret: await requestSecret() }))
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : t('storeCard.tryAgain'))
    }
    setSending(false)
    busy.current = false
  }
  return (
    <form className="stack above-6" onSubmit={(event) => void send(event)} noValidate>
      <p className="form-error only-without-scripts">{t('mandate.needsScripts')}</p>
      <Field label={t('mandate.iban')} error={error}>
        {(control) => (
          <div className="input card-element" id={control.id}>
            <IbanElement
              options={{ supportedCountries: ['SEPA'], style }}
              onChange={(event) => setError(event.error?.message)}
            />
          </div>
        )}
      </Field>
      <Button variant="primary" wide tall disabled={!stripe} pending={isSending}>
        {label}
      </Button>
      <AccountNote />
    </form>
  )
}

type Confirmation = {
  iban: StripeIbanElement
  holder: { name: string; email: string }
  clientSecret: string
}

/** Begins the debit of a payment, or stores the account of a setup. Returns its id; throws the processor's reason. */
async function confirm(stripe: Stripe, { iban, holder, clientSecret }: Confirmation): Promise<string> {
  const method = {
    sepa_debit: iban,
    billing_details: { name: holder.name || texts.payment.anonymous, email: holder.email },
  }
  if (clientSecret.startsWith('seti_')) {
    const result = await stripe.confirmSepaDebitSetup(clientSecret, { payment_method: method })
    if (result.error) throw new Error(result.error.message)
    return result.setupIntent.id
  }
  const result = await stripe.confirmSepaDebitPayment(clientSecret, {
    payment_method: method,
    setup_future_usage: 'off_session',
  })
  if (result.error) throw new Error(result.error.message)
  return result.paymentIntent.id
}
