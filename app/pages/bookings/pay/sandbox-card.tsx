import { CreditCard } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api-client/authorized-request.ts'
import {
  answerSandboxChallenge,
  confirmSandboxCard,
  type BillingDetails,
  type CardResult,
  type TypedCard,
} from '#api-client/client.ts'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { ProblemContext } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { BookingIllustration } from '#app/pages/bookings/booking-illustration.tsx'
import { t } from '#messages/t.ts'
import { CardDeclined, OutcomeUnknown, type CardProps } from './card-form.ts'
import { formatExpiry, groupDigits, parseExpiry } from './card-input-format.ts'

const testCards = [
  {
    number: '4242 4242 4242 4242',
    get does() {
      return t('sandboxCard.pays')
    },
  },
  {
    number: '4000 0000 0000 0002',
    get does() {
      return t('sandboxCard.declined')
    },
  },
  {
    number: '4000 0000 0000 9995',
    get does() {
      return t('sandboxCard.notEnoughFunds')
    },
  },
  {
    number: '4000 0025 0000 3155',
    get does() {
      return t('sandboxCard.asksYourBankFirst')
    },
  },
  {
    number: '4000 0000 0000 0341',
    get does() {
      return t('sandboxCard.isDeclinedLater')
    },
  },
  {
    number: '4000 0027 6000 3184',
    get does() {
      return t('sandboxCard.asksEachTime')
    },
  },
]

type Errors = { number?: string; expiry?: string; securityCode?: string }
/** A pending 3-D Secure challenge. */
type Challenge = { answer: (isOwner: boolean) => void }

/** The demo club's card form, with Stripe's test cards. No number is stored. */
export function SandboxCard({ hasChallenge, children }: CardProps & { hasChallenge: boolean }) {
  const ready = useHydrated()
  const [number, setNumber] = useState('')
  const [expiry, setExpiry] = useState('')
  const [securityCode, setSecurityCode] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const fieldset = useRef<HTMLDivElement>(null)
  useEffect(() => {
    fieldset.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const showChallenge = (clientSecret: string) =>
    new Promise<CardResult>((resolve, reject) => {
      const answer = (isOwner: boolean) => {
        setChallenge(null)
        answerSandboxChallenge(clientSecret, isOwner).then(resolve, reject)
      }
      setChallenge({ answer })
    })
  const confirm = async (clientSecret: string, card: TypedCard, billing: BillingDetails) => {
    const { outcome, intentId } = await confirmSandboxCard(clientSecret, card, billing)
    return outcome === 'succeeded' ? intentId : (await showChallenge(clientSecret)).intentId
  }
  const toCardErrors = async (result: Promise<string>) => {
    try {
      return await result
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 0 || error.status >= 500) throw new OutcomeUnknown(error.message)
      if (error.status !== 402) throw error
      const words = declineWords(error)
      setErrors({ [invalidFieldOf(error.facts.code)]: words })
      throw new CardDeclined(words)
    }
  }
  const choose = (chosen: string) => {
    setNumber(chosen)
    setExpiry('12 / 34')
    setSecurityCode('123')
    setErrors({})
  }

  return children({
    ready,
    pay: async (requestSecret, billing) => {
      const { month, year } = parseExpiry(expiry)
      const invalid = findErrors(number, expiry, securityCode)
      setErrors(invalid)
      if (Object.keys(invalid).length > 0) return null
      const card = { number, expiryMonth: month, expiryYear: year, securityCode }
      const clientSecret = await requestSecret()
      return toCardErrors(confirm(clientSecret, card, billing))
    },
    resumeChallenge: hasChallenge
      ? async (requestSecret) => {
          const clientSecret = await requestSecret()
          return toCardErrors(showChallenge(clientSecret).then(({ intentId }) => intentId))
        }
      : null,
    fields: (
      <div className="stack" ref={fieldset}>
        <ProblemContext value={errors}>
          <TextField
            label={t('sandboxCard.cardNumber')}
            name="number"
            inputMode="numeric"
            autoComplete="cc-number"
            value={number}
            onChange={(event) => setNumber(groupDigits(event.currentTarget.value))}
            error={errors.number}
            icon={<Icon of={CreditCard} />}
          />
          <div className="two keep-columns">
            <TextField
              label={t('sandboxCard.expires')}
              name="expiry"
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={t('sandboxCard.mmYy')}
              value={expiry}
              onChange={(event) => setExpiry(formatExpiry(event.currentTarget.value, expiry))}
              error={errors.expiry}
            />
            <TextField
              label={t('sandboxCard.securityCode')}
              name="securityCode"
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={t('sandboxCard.cvc')}
              maxLength={4}
              value={securityCode}
              onChange={(event) => setSecurityCode(event.currentTarget.value.replace(/\D/g, ''))}
              error={errors.securityCode}
            />
          </div>
        </ProblemContext>
        {challenge && <BankChallengeDialog answer={challenge.answer} />}
      </div>
    ),
    extras: <TestCards onChoose={choose} />,
  })
}

function findErrors(number: string, expiry: string, securityCode: string): Errors {
  const errors: Errors = {}
  if (number.replace(/\D/g, '').length < 12) errors.number = t('sandboxCard.yourCardNumberIs')
  if (parseExpiry(expiry).year === 0) errors.expiry = t('sandboxCard.yourCardsExpiryDate')
  if (securityCode.length < 3) errors.securityCode = t('sandboxCard.yourCardsSecurityCode')
  return errors
}

/** Returns the invalid field by the processor's error code. */
function invalidFieldOf(code: unknown): keyof Errors {
  if (/expir/.test(String(code))) return 'expiry'
  return /cvc/.test(String(code)) ? 'securityCode' : 'number'
}

/** The demo bank's 3-D Secure challenge, which cannot be closed without a choice. */
function BankChallengeDialog({ answer }: { answer: (isOwner: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="bank-question"
      onCancel={(event) => event.preventDefault()}
    >
      <BookingIllustration state="asking" />
      <h2 className="head" id="bank-question">
        {t('sandboxCard.yourBankWantsA')}
      </h2>
      <p>{t('sandboxCard.theDemoBankIs')}</p>
      <div className="button-row">
        <Button type="button" variant="primary" onClick={() => answer(true)}>
          {t('sandboxCard.yesItsMe')}
        </Button>
        <Button type="button" onClick={() => answer(false)}>
          {t('sandboxCard.noDeclineIt')}
        </Button>
      </div>
    </dialog>
  )
}

function TestCards({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <section className="above-2" aria-labelledby="test-cards">
      <h2 className="label-like" id="test-cards">
        {t('sandboxCard.demoClubTestCards')}
      </h2>
      <div className="test-cards">
        {testCards.map(({ number, does }) => (
          <button type="button" key={number} onClick={() => onChoose(number)}>
            <b>{number}</b>
            {does}
          </button>
        ))}
      </div>
    </section>
  )
}

/** The calls of the site speak English. */
const declineWords = ({ facts, message }: ApiError): string =>
  ({
    insufficient_funds: t('reason.insufficientFunds'),
    expired_card: t('reason.cardExpired'),
    incorrect_cvc: t('reason.wrongSecurityCode'),
    processing_error: t('reason.processingError'),
    payment_intent_authentication_failure: t('reason.notConfirmed'),
    card_declined: t('reason.cardDeclined'),
  })[String(facts.decline_code ?? facts.code)] ??
  (facts.code === 'card_declined' ? t('reason.cardDeclined') : message)
