import { settings, type Settings } from '#platform/settings/env.ts'
import { singleton } from '#core/singleton.ts'
import { traced } from '#platform/observability/tracing.ts'
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
/** The settings of whichever processors there are. */
type ProcessorKeys = Partial<Pick<Settings, 'stripe'>>

const optionsSingleton = singleton<CardOptions>('cards')
const currentOptions = optionsSingleton.get()

/** The card processor of this process, once `openCards` was called; until then every payment is refused. */
export let cards = currentOptions ? chooseCardProcessor(currentOptions) : disabledProcessor

/** Whether this club takes cards. */
export const acceptsCards = (): boolean => cards.name !== 'none'

/**
 * Stripe wherever its keys are set, the demo club's too; the sandbox only in a demo club; otherwise one that
 * refuses with a sentence saying that paying is not set up.
 */
export function chooseCardProcessor({ demo, authSecret, keys = settings }: CardOptions): CardProcessor {
  return configuredProcessor(keys) ?? (demo ? createSandbox({ authSecret }) : disabledProcessor)
}

/** The processor whose keys are set; null when none are. */
export function configuredProcessor({ stripe }: ProcessorKeys): CardProcessor | null {
  return stripe ? createStripeProcessor(stripe) : null
}

/** Makes this the processor of the process; tests and the demo's loader may bring one of their own. */
export function setCardProcessor(processor: CardProcessor): CardProcessor {
  cards = processor
  return processor
}

/** Chooses the card processor for this process, once, at its start. */
export function openCards(choice: CardOptions): CardProcessor {
  return setCardProcessor(withTracing(chooseCardProcessor(optionsSingleton.set(choice))))
}

/** The same processor, each of whose answers is waited for as a step of what asked it. */
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
  }
}
