import { singleton } from '#core/singleton.ts'
import { traced } from '#platform/observability/tracing.ts'
import { settings, type Settings } from '#platform/settings/env.ts'
import type { CardProcessor } from './card-processor.ts'
import { disabledProcessor } from './disabled-processor.ts'
import { createSandbox } from './sandbox.ts'
import { createStripeProcessor } from './stripe.ts'

type CardOptions = {
  /** Whether the database holds the demo club and the settings allow it to be one. */
  demo: boolean
  authSecret: string
  keys?: ProcessorKeys
}
/** The settings of all processors. */
type ProcessorKeys = Partial<Pick<Settings, 'stripe'>>

const optionsSingleton = singleton<CardOptions>('cards')
const currentOptions = optionsSingleton.get()

/** The card processor. Before `openCards`, every payment is refused. */
export let cards = currentOptions ? chooseCardProcessor(currentOptions) : disabledProcessor

/** Whether this club takes cards. */
export const acceptsCards = (): boolean => cards.name !== 'none'

/**
 * Selects the processor: Stripe if its keys are set, the sandbox in a demo club, and otherwise one that refuses with
 * a sentence.
 */
export function chooseCardProcessor({ demo, authSecret, keys = settings }: CardOptions): CardProcessor {
  return configuredProcessor(keys) ?? (demo ? createSandbox({ authSecret }) : disabledProcessor)
}

/** The processor with configured keys, or null. */
export function configuredProcessor({ stripe }: ProcessorKeys): CardProcessor | null {
  return stripe ? createStripeProcessor(stripe) : null
}

/** Replaces the processor, for tests and the demo's seed. */
export function setCardProcessor(processor: CardProcessor): CardProcessor {
  cards = processor
  return processor
}

/** Selects the card processor once, at the start of the process. */
export function openCards(choice: CardOptions): CardProcessor {
  return setCardProcessor(withTracing(chooseCardProcessor(optionsSingleton.set(choice))))
}

/** Returns the processor with each call traced as a span. */
function withTracing(processor: CardProcessor): CardProcessor {
  const step = <Asked, Answer>(name: string, ask: (asked: Asked) => Promise<Answer>) => {
    return (asked: Asked) => traced(`cards ${name}`, { 'peer.service': processor.name }, () => ask(asked))
  }
  return {
    ...processor,
    createIntent: step('create intent', processor.createIntent),
    retrieveIntent: step('retrieve intent', processor.retrieveIntent),
    cancelIntent: step('cancel intent', processor.cancelIntent),
    refund: step('refund', processor.refund),
    createCustomer: step('create customer', processor.createCustomer),
    confirmStored: step('confirm stored card', processor.confirmStored),
    createSetup: step('create setup', processor.createSetup),
    retrieveSetup: step('retrieve setup', processor.retrieveSetup),
    detachCard: step('detach card', processor.detachCard),
  }
}
