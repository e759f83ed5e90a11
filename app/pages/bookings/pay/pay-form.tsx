import { Lock } from 'lucide'
import { useRef, useState, type FormEvent, type JSX } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#api-client/request.ts'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import type { CardTerms } from '#domain/payments/card-terms.server.ts'
import { Button } from '#app/components/button.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { StateIllustration } from '#app/pages/bookings/state-illustration.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { toast } from '#app/frame/toast-store.ts'
import { formatMoney } from '#format/money.ts'
import { texts } from '#copy/texts.ts'
import { slotLine } from '#app/pages/bookings/booking-view.ts'
import { CardDeclined, OutcomeUnknown, type Card } from './card.ts'
import { SandboxCard } from './sandbox-card.tsx'
import { StripeCard } from './stripe-card.tsx'
import { useIntentSecret, useSavedPayment } from './use-payment.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = { booking: Booking; terms: CardTerms; bankAsks: boolean }
type Intent = ReturnType<typeof useIntentSecret>
/** What went wrong, and whether the person is somebody else by now. */
type PaymentMessage = { text: string; signIn: boolean }

/**
 * Pays for a booking: asks for the intent as soon as the price is known and again before the card goes out,
 * gives the card to the processor, and saves what the processor confirmed. Whatever goes wrong is said here,
 * with what became of the money, and nothing is charged twice: the intent is one, however often Confirm is
 * pressed.
 */
export function PayForm({ booking, terms, bankAsks }: Props): JSX.Element {
  const intent = useIntentSecret(booking)
  const show = (card: Card) => <Form booking={booking} card={card} intent={intent} />
  switch (terms.processor) {
    case 'stripe':
      return (
        <StripeCard publishableKey={terms.publishableKey} secret={intent.secret}>
          {show}
        </StripeCard>
      )
    case 'sandbox':
      return <SandboxCard bankAsks={bankAsks}>{show}</SandboxCard>
    case 'none':
      return <FormError>{terms.refusal}</FormError>
  }
}

function Form({ booking, card, intent }: Pick<Props, 'booking'> & { card: Card; intent: Intent }) {
  // untouched, the page tells what became of an earlier visit's card
  const [state, setState] = useState<'untouched' | 'ready' | 'paying' | 'declined'>('untouched')
  const [said, setSaid] = useState<PaymentMessage | null>(null)
  // an intent that was paid while the club could not be told: it is saved, never charged again
  const [charged, setCharged] = useState<string | null>(null)
  const save = useSavedPayment(booking)
  const { club } = useLayoutProps()
  const busy = useRef(false)
  const ready = card.ready && (intent.secret !== null || intent.problem !== null)

  const charge = async (send: () => Promise<string | null>) => {
    try {
      const intentId = await send()
      if (intentId === null) setState('ready')
      return intentId
    } catch (error) {
      const isDeclined = error instanceof CardDeclined
      if (isDeclined) toast.bad(error.message)
      else setSaid(messageOf(error))
      setState(isDeclined ? 'declined' : 'ready')
      return null
    }
  }
  const pay = async (send: () => Promise<string | null>) => {
    if (!ready || busy.current) return
    busy.current = true
    setState('paying')
    setSaid(null)
    const intentId = charged ?? (await charge(send))
    if (intentId !== null)
      await save(intentId).catch((error: unknown) => {
        const isOver = error instanceof ApiError && error.status === 409
        setCharged(isOver ? null : intentId)
        setSaid(isOver ? { text: error.message, signIn: false } : chargedMessageOf(error))
        setState('ready')
      })
    busy.current = false
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    const billing = { email: booking.buyer.email, name: booking.buyer.name || texts.payment.anonymous }
    void pay(() => card.pay(intent.ask, billing))
  }
  const { askBankAgain } = card
  const asks = state === 'untouched' && askBankAgain !== null
  const reason = state === 'untouched' && !asks ? booking.failure : null
  return (
    <form className="stack" onSubmit={confirm} noValidate>
      <p>
        You pay <b>{formatMoney(booking.amountCents ?? 0, booking.currency)}</b> once, to {club.name}, for one
        month of {slotLine(booking)} with {booking.trainer.name}.{' '}
        <Link className="text-link-strong" to={`/trainerBooked/${booking.id}`}>
          Change the plan
        </Link>
      </p>
      {(state === 'declined' || reason) && <Declined reason={reason} />}
      {asks && <BankChallengeNotice ready={ready} onOpen={() => void pay(() => askBankAgain(intent.ask))} />}
      {said ? (
        <FormError>
          {said.text}{' '}
          {said.signIn && (
            <Link to={signInAgain(booking.id)}>
              Sign in as {booking.buyer.email} to {charged ? 'see it' : 'pay'}.
            </Link>
          )}
        </FormError>
      ) : (
        intent.problem && <FormError>{intent.problem}</FormError>
      )}
      <p className="form-error only-without-scripts">
        Paying by card needs scripts: the card processor’s own form runs in them.
      </p>
      {card.fields}
      <Button variant="primary" wide tall disabled={!ready} pending={state === 'paying'}>
        {charged === null ? texts.payment.confirm : 'Look again'}
      </Button>
      <p className="note with-lock">
        <Icon of={Lock} smaller />
        <span>
          If your card is refused, this page says so and nothing is taken. If it works, a receipt stays in
          your {texts.activityLog.heading}.
        </span>
      </p>
      {card.extras}
    </form>
  )
}

/** Above the fields, which keep the card's number and say the processor's reason. */
function Declined({ reason }: { reason: string | null }) {
  // what says no more than the heading leaves it open whether the number was wrong
  const told = reason && !/^your card was declined/i.test(reason) ? `${reason} ` : null
  return (
    <section className="declined">
      <StateIllustration state="declined" />
      <div>
        <h2 className="head">Your card was declined</h2>
        <p>
          {told}
          Nothing was taken, and the hour is still yours while the time runs.{' '}
          {told ? 'You may use another card.' : 'Check the number, or use another card.'}
        </p>
      </div>
    </section>
  )
}

/** What a reload or a second window finds while the card's bank waits for its owner. */
function BankChallengeNotice({ ready, onOpen }: { ready: boolean; onOpen: () => void }) {
  return (
    <section className="declined">
      <StateIllustration state="asking" />
      <div>
        <h2 className="head">Your bank wants a word</h2>
        <p>
          It asks whether this payment is really yours. Nothing is taken until you say yes there, and the hour
          stays yours meanwhile. You may also use another card.
        </p>
        <p className="above-4">
          <Button type="button" small disabled={!ready} onClick={onOpen}>
            Open the window again
          </Button>
        </p>
      </div>
    </section>
  )
}

const signInAgain = (bookingId: string) =>
  `/signIn?${new URLSearchParams({ from: `/dashboard/payment/${bookingId}` })}`

const isOtherAccount = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

/** A card that did not go out, or may have. */
function messageOf(error: unknown): PaymentMessage {
  if (error instanceof OutcomeUnknown)
    return {
      text: 'We did not hear whether your card was charged. Press Confirm again: it is never charged twice.',
      signIn: false,
    }
  const why = error instanceof Error ? error.message : 'The payment could not be made.'
  return { text: `Your card was not charged. ${why}`, signIn: isOtherAccount(error) }
}

/** A card that was charged, while the club could not be told. */
const chargedMessageOf = (error: unknown): PaymentMessage => ({
  text: 'Your card was charged; we are checking it.',
  signIn: isOtherAccount(error),
})
