import { Lock } from 'lucide'
import { useRef, useState, type FormEvent, type JSX, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#api-client/authorized-request.ts'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { toast } from '#app/frame/toast-store.ts'
import { BookingIllustration } from '#app/pages/bookings/booking-illustration.tsx'
import { texts } from '#copy/texts.ts'
import type { CardTerms } from '#domain/payments/card-terms.server.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { CardDeclined, OutcomeUnknown, type Card } from './card-form.ts'
import { SandboxCard } from './sandbox-card.tsx'
import { StripeCard } from './stripe-card.tsx'
import { useIntentSecret, useSavedPayment, type PaidOrder } from './use-payment.ts'

type Props = {
  order: PaidOrder
  terms: CardTerms
  hasChallenge: boolean
  /** Label of the button that obliges. */
  label?: string
  /** Heading of the page that has the receipt. */
  receiptIn?: string
  /** What is paid for, in one paragraph. */
  children: ReactNode
}
type Intent = ReturnType<typeof useIntentSecret>
type FormProps = Pick<Props, 'order' | 'label' | 'receiptIn' | 'children'> & { card: Card; intent: Intent }
/** An error message, and whether another account is signed in by now. */
type PaymentMessage = { text: string; signIn: boolean }

/**
 * Pays for a booking: requests the intent, submits the card to the processor and saves the confirmed payment.
 * Every error message states whether money was taken. All attempts share one intent, so nothing is charged twice.
 */
export function PayForm({ order, terms, hasChallenge, children, ...words }: Props): JSX.Element {
  const intent = useIntentSecret(order)
  const show = (card: Card) => (
    <Form order={order} card={card} intent={intent} {...words}>
      {children}
    </Form>
  )
  switch (terms.processor) {
    case 'stripe':
      return (
        <StripeCard
          publishableKey={terms.publishableKey}
          secret={intent.secret}
          storesCard={order.storesCard ?? false}
        >
          {show}
        </StripeCard>
      )
    case 'sandbox':
      return <SandboxCard hasChallenge={hasChallenge}>{show}</SandboxCard>
    case 'none':
      return <FormError>{terms.refusal}</FormError>
  }
}

function Form({
  order,
  card,
  intent,
  label = texts.payment.confirm,
  receiptIn = texts.activityLog.heading,
  children,
}: FormProps) {
  // `untouched` shows the outcome of an earlier visit's card
  const [state, setState] = useState<'untouched' | 'ready' | 'paying' | 'declined'>('untouched')
  const [failure, setFailure] = useState<PaymentMessage | null>(null)
  // the id of a paid intent that could not be saved: the next attempt saves it without charging again
  const [charged, setCharged] = useState<string | null>(null)
  const save = useSavedPayment(order)
  const { viewer } = useLayoutProps()
  // a child has none
  const email = order.buyer.email || (viewer?.email ?? '')
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
      else setFailure(failureMessage(error))
      setState(isDeclined ? 'declined' : 'ready')
      return null
    }
  }
  const pay = async (send: () => Promise<string | null>) => {
    if (!ready || busy.current) return
    busy.current = true
    setState('paying')
    setFailure(null)
    const intentId = charged ?? (await charge(send))
    if (intentId !== null)
      await save(intentId).catch((error: unknown) => {
        const isOver = error instanceof ApiError && error.status === 409
        setCharged(isOver ? null : intentId)
        setFailure(isOver ? { text: error.message, signIn: false } : chargedMessageOf(error))
        setState('ready')
      })
    busy.current = false
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    const billing = { email, name: order.buyer.name || texts.payment.anonymous }
    void pay(() => card.pay(intent.request, billing))
  }
  const { resumeChallenge } = card
  const isChallenged = state === 'untouched' && resumeChallenge !== null
  const reason = state === 'untouched' && !isChallenged ? order.failure : null
  return (
    <form className="stack" onSubmit={confirm} noValidate>
      {children}
      {reason && order.takesDebit ? (
        <DebitRefused reason={reason} />
      ) : (
        (state === 'declined' || reason) && <Declined reason={reason} />
      )}
      {isChallenged && (
        <BankChallengeNotice ready={ready} onOpen={() => void pay(() => resumeChallenge(intent.request))} />
      )}
      {failure ? (
        <FormError>
          {failure.text}{' '}
          {failure.signIn && (
            <Link to={signInAgain(order.id)}>
              {t('payForm.signInAsTo', { email, charged: charged ? 'yes' : 'no' })}
            </Link>
          )}
        </FormError>
      ) : (
        intent.problem && <FormError>{intent.problem}</FormError>
      )}
      <p className="form-error only-without-scripts">{t('payForm.toPayByCard')}</p>
      {card.fields}
      <Button variant="primary" wide tall disabled={!ready} pending={state === 'paying'}>
        {charged === null ? (
          <>
            {label}
            {/* drawn by the style sheet, so that the name of the button stays */}
            <span className="sum-on-button" data-sum={formatMoney(order.amountCents ?? 0, order.currency)} />
          </>
        ) : (
          t('payForm.checkAgain')
        )}
      </Button>
      <p className="note with-lock">
        <Icon of={Lock} smaller />
        <span>{t('payForm.ifYourCardIs', { heading: receiptIn })}</span>
      </p>
      {card.extras}
    </form>
  )
}

/** The notice above the card fields, which show the processor's reason. */
function Declined({ reason }: { reason: string | null }) {
  // a reason that only repeats the heading leaves open whether the number was wrong
  const details = reason && !reason.startsWith(t('payForm.yourCardWasDeclined')) ? `${reason} ` : ''
  return (
    <section className="declined">
      <BookingIllustration state="declined" />
      <div>
        <h2 className="head">{t('payForm.yourCardWasDeclined')}</h2>
        <p>{t('payForm.nothingWasTakenAnd', { details, details2: details ? 'yes' : 'no' })}</p>
      </div>
    </section>
  )
}

/** The notice about an earlier payment that may have been a direct debit. */
const DebitRefused = ({ reason }: { reason: string }) => (
  <section className="declined">
    <BookingIllustration state="declined" />
    <div>
      <h2 className="head">{t('payForm.notPaid')}</h2>
      <p>{t('payForm.payInAnotherWay', { reason })}</p>
    </div>
  </section>
)

/** The notice of a pending 3-D Secure challenge, after a reload or in a second window. */
function BankChallengeNotice({ ready, onOpen }: { ready: boolean; onOpen: () => void }) {
  return (
    <section className="declined">
      <BookingIllustration state="asking" />
      <div>
        <h2 className="head">{t('payForm.yourBankWantsA')}</h2>
        <p>{t('payForm.itsAskingWhetherThis')}</p>
        <p className="above-4">
          <Button type="button" small disabled={!ready} onClick={onOpen}>
            {t('payForm.openTheWindowAgain')}
          </Button>
        </p>
      </div>
    </section>
  )
}

const signInAgain = (bookingId: string) =>
  `/signIn?${new URLSearchParams({ from: `/dashboard/payment/${bookingId}` })}`

const isOtherAccount = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

/** The message for a card that was not charged, or whose outcome is unknown. */
function failureMessage(error: unknown): PaymentMessage {
  if (error instanceof OutcomeUnknown)
    return {
      text: t('payForm.weCouldntFindOut'),
      signIn: false,
    }
  const why = error instanceof Error ? error.message : t('payForm.thePaymentDidntGo')
  return { text: t('payForm.yourCardWasntCharged', { why }), signIn: isOtherAccount(error) }
}

/** The message for a charged card whose payment could not be saved. */
const chargedMessageOf = (error: unknown): PaymentMessage => ({
  text: t('payForm.yourCardWasCharged'),
  signIn: isOtherAccount(error),
})
