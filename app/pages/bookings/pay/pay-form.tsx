import { Lock } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { CallRefused, createIntent, savePayment } from '../../../../api/client.ts'
import type { Booking } from '../../../../domain/bookings/bookings.server.ts'
import type { CardTerms } from '../../../../domain/payments/card-terms.server.ts'
import { Button } from '../../../components/button.tsx'
import { FormError } from '../../../components/form-errors.tsx'
import { useToast } from '../../../components/toast-store.ts'
import { formatMoney } from '../../../format.ts'
import { texts } from '../../../texts.ts'
import { slotLine } from '../booking-frame.ts'
import type { Card } from './card.ts'
import { SandboxCard } from './sandbox-card.tsx'
import { StripeCard } from './stripe-card.tsx'

type Props = { booking: Booking; terms: CardTerms }

/**
 * Pays for a booking: asks for the intent as soon as the price is known, gives the card to the processor, and
 * saves what the processor confirmed. Whatever goes wrong is said here, and nothing is charged twice: the
 * intent is one, however often Confirm is pressed.
 */
export function PayForm({ booking, terms }: Props) {
  const show = (card: Card) => <Form booking={booking} terms={terms} card={card} />
  if (terms.processor === 'stripe')
    return <StripeCard publishableKey={terms.publishableKey}>{show}</StripeCard>
  if (terms.processor === 'sandbox') return <SandboxCard>{show}</SandboxCard>
  return <FormError>{terms.refusal}</FormError>
}

function Form({ booking, terms, card }: Props & { card: Card }) {
  const { secret, problem: intentProblem } = useIntentSecret(booking)
  const [state, setState] = useState<'ready' | 'paying'>('ready')
  const [problem, setProblem] = useState<string | null>(booking.failure)
  const save = useSavedPayment(booking)
  const ready = secret !== null && card.ready
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || state === 'paying') return
    setState('paying')
    setProblem(null)
    try {
      const intentId = await card.pay(secret, {
        email: booking.buyer.email,
        name: booking.buyer.name || texts.payment.anonymous,
      })
      if (intentId !== null) return await save(intentId)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The payment could not be made. Nothing was taken.')
    }
    setState('ready')
  }
  const said = problem ?? intentProblem
  return (
    <form className="stack" onSubmit={confirm} noValidate>
      <p>
        You pay <b>{formatMoney(booking.amountCents ?? 0)}</b> once, to {terms.clubName}, for one month of{' '}
        {slotLine(booking)} with {booking.trainer.name}.{' '}
        <Link className="text-link-strong" to={`/trainerBooked/${booking.id}`}>
          Change the plan
        </Link>
      </p>
      {said && <FormError>{said}</FormError>}
      {card.fields}
      <Button variant="primary" wide tall disabled={!ready} pending={state === 'paying'}>
        {texts.payment.confirm}
      </Button>
      <p className="note with-lock">
        <Lock className="icon smaller" aria-hidden="true" />
        <span>
          If anything goes wrong, this page says so and nothing is taken. If it works, a receipt stays in your
          Activity Log.
        </span>
      </p>
      <noscript>
        <p className="form-error">
          Paying by card needs scripts: the card processor’s own form runs in them.
        </p>
      </noscript>
      {card.extras}
    </form>
  )
}

function useIntentSecret({ id, buyer, amountCents }: Booking) {
  const [secret, setSecret] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let current = true
    if (!amountCents) return
    createIntent(buyer.email, id, amountCents)
      .then((value) => current && (setSecret(value), setProblem(null)))
      .catch((error: Error) => {
        if (!current) return
        setProblem(error.message)
        // the booking is not what this page shows any more
        if (error instanceof CallRefused && error.status === 409) void revalidate()
      })
    return () => {
      current = false
    }
  }, [id, buyer.email, amountCents, revalidate])
  return { secret, problem }
}

/** Saves a confirmed payment and goes home; if only the saving failed, the booking's page tells the truth. */
function useSavedPayment({ id, buyer, amountCents }: Booking) {
  const navigate = useNavigate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return async (intentId: string) => {
    try {
      await savePayment(buyer.email, { bookingId: id, intentId, shownCents: amountCents ?? 0 })
      toast.good(texts.payment.done)
      await navigate('/')
    } catch (error) {
      toast.bad(error instanceof Error ? error.message : 'Your payment is being checked.')
      await revalidate()
    }
  }
}
