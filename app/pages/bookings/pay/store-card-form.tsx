import { Lock } from 'lucide'
import { useRef, useState, type FormEvent, type JSX, type ReactNode } from 'react'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { texts } from '#copy/texts.ts'
import type { CardTerms } from '#domain/payments/card-terms.server.ts'
import { t } from '#messages/t.ts'
import type { Card, RequestSecret } from './card-form.ts'
import { SandboxCard } from './sandbox-card.tsx'
import { StripeCard } from './stripe-card.tsx'

type Props = {
  terms: CardTerms
  holder: { name: string; email: string }
  /** Begins the setup and returns its client secret. */
  requestSecret: RequestSecret
  label?: string
  /** What the holder agrees to, in one paragraph. */
  children: ReactNode
  /** Receives the id of the stored card's setup. */
  onStored: (setupId: string) => Promise<void>
}

/** Stores a card at the processor without paying. */
export function StoreCardForm({ terms, ...form }: Props): JSX.Element {
  const show = (card: Card) => <Form card={card} {...form} />
  switch (terms.processor) {
    case 'stripe':
      return (
        <StripeCard publishableKey={terms.publishableKey} secret={null} storesCard>
          {show}
        </StripeCard>
      )
    case 'sandbox':
      return <SandboxCard hasChallenge={false}>{show}</SandboxCard>
    case 'none':
      return <FormError>{terms.refusal}</FormError>
  }
}

function Form({
  card,
  holder,
  requestSecret,
  label,
  children,
  onStored,
}: Omit<Props, 'terms'> & { card: Card }) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const busy = useRef(false)
  const store = async (event: FormEvent) => {
    event.preventDefault()
    if (!card.ready || busy.current) return
    busy.current = true
    setSending(true)
    setFailure(null)
    try {
      const name = holder.name || texts.payment.anonymous
      const setupId = await card.pay(requestSecret, { email: holder.email, name })
      if (setupId !== null) await onStored(setupId)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t('storeCard.tryAgain'))
    }
    setSending(false)
    busy.current = false
  }
  return (
    <form className="stack" onSubmit={(event) => void store(event)} noValidate>
      {children}
      {failure && (
        <FormError>
          {failure} {t('storeCard.nothingChanged')}
        </FormError>
      )}
      <p className="form-error only-without-scripts">{t('storeCard.needsScripts')}</p>
      {card.fields}
      <Button variant="primary" wide tall disabled={!card.ready} pending={isSending}>
        {label ?? t('storeCard.useThisCard')}
      </Button>
      <p className="note with-lock">
        <Icon of={Lock} smaller />
        <span>{t('storeCard.numberStays')}</span>
      </p>
      {card.extras}
    </form>
  )
}
