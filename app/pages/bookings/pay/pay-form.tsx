import { Lock } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { CallRefused, createIntent, savePayment } from '#api/client.ts'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import type { CardTerms } from '#domain/payments/card-terms.server.ts'
import { Button } from '#app/components/button.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { StateCourt } from '#app/pages/bookings/state-court.tsx'
import { useToast } from '#app/frame/toast-store.ts'
import { formatMoney } from '#words/format.ts'
import { texts } from '#words/texts.ts'
import { slotLine } from '#app/pages/bookings/booking-frame.ts'
import { CardDeclined, type Card } from './card.ts'
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
  const { secret, problem: intentProblem, ask } = useIntentSecret(booking)
  const [state, setState] = useState<'ready' | 'paying' | 'declined'>(booking.failure ? 'declined' : 'ready')
  // why an earlier visit's card was declined; what happens here is said at the card's field
  const [reason, setReason] = useState(booking.failure)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSavedPayment(booking)
  const toast = useToast()
  const ready = secret !== null && card.ready
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || state === 'paying') return
    setState('paying')
    setProblem(null)
    setReason(null)
    try {
      const intentId = await card.pay(secret, {
        email: booking.buyer.email,
        name: booking.buyer.name || texts.payment.anonymous,
      })
      if (intentId !== null) return await save(intentId)
    } catch (error) {
      if (error instanceof CardDeclined) {
        toast.bad(error.message)
        return setState('declined')
      }
      setProblem(error instanceof Error ? error.message : 'The payment could not be made. Nothing was taken.')
      // paid or changed in another tab: the page shows what is true by now
      ask()
    }
    setState('ready')
  }
  const said = problem ?? intentProblem
  return (
    <form className="stack" onSubmit={confirm} noValidate>
      <p>
        You pay <b>{formatMoney(booking.amountCents ?? 0, booking.currency)}</b> once, to {terms.clubName},
        for one month of {slotLine(booking)} with {booking.trainer.name}.{' '}
        <Link className="text-link-strong" to={`/trainerBooked/${booking.id}`}>
          Change the plan
        </Link>
      </p>
      {state === 'declined' && <Declined reason={reason} />}
      {said && <FormError>{said}</FormError>}
      <p className="form-error only-without-scripts">
        Paying by card needs scripts: the card processor’s own form runs in them.
      </p>
      {card.fields}
      <Button variant="primary" wide tall disabled={!ready} pending={state === 'paying'}>
        {texts.payment.confirm}
      </Button>
      <p className="note with-lock">
        <Lock className="icon smaller" aria-hidden="true" />
        <span>
          If anything goes wrong, this page says so and nothing is taken. If it works, a receipt stays in your
          {texts.activityLog.heading}.
        </span>
      </p>
      {card.extras}
    </form>
  )
}

/** Above the fields, which keep the card's number and say the processor's reason. */
function Declined({ reason }: { reason: string | null }) {
  return (
    <section className="declined">
      <StateCourt state="declined" />
      <div>
        <h2 className="head">Your card was declined</h2>
        <p>
          {reason && !/^your card was declined/i.test(reason) && `${reason} `}
          Nothing was taken, and the hour is still yours while the time runs. Check the number, or use another
          card.
        </p>
      </div>
    </section>
  )
}

/** The secret of the booking's intent; `ask` reads the booking anew, and asks for its intent again. */
function useIntentSecret({ id, buyer, amountCents }: Booking) {
  const [secret, setSecret] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
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
  }, [id, buyer.email, amountCents, asked, revalidate])
  const ask = () => {
    setAsked((before) => before + 1)
    void revalidate()
  }
  return { secret, problem, ask }
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
