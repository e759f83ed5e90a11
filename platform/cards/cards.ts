import { settings, type Settings } from '#platform/env.ts'
import { kept } from '#platform/running.ts'
import { traced } from '#platform/tracing.ts'
import type { CardProcessor } from './card-processor.ts'
import { refusingProcessor } from './refusing.ts'
import { createSandbox } from './sandbox.ts'
import { createStripeProcessor } from './stripe.ts'

type Choice = {
  /** Whether the database holds the demo club and the settings allow it to be one. */
  demo: boolean
  authSecret: string
  keys?: Keys
}
/** The settings of whichever processors there are. */
type Keys = Partial<Pick<Settings, 'stripe'>>

const opened = kept<Choice>('cards')
const chosen = opened.get()

/** The card processor of this process, once `openCards` was called; until then every payment is refused. */
export let cards = chosen ? chooseCardProcessor(chosen) : refusingProcessor

/** Whether this club takes cards. */
export const takesCards = (): boolean => cards.name !== 'none'

/**
 * Stripe wherever its keys are set, the demo club's too; the sandbox only in a demo club; otherwise one that
 * refuses with a sentence saying that paying is not set up.
 */
export function chooseCardProcessor({ demo, authSecret, keys = settings }: Choice): CardProcessor {
  return processorOf(keys) ?? (demo ? createSandbox({ authSecret }) : refusingProcessor)
}

/** The processor whose keys are set; null when none are. */
export function processorOf({ stripe }: Keys): CardProcessor | null {
  return stripe ? createStripeProcessor(stripe) : null
}

/** Makes this the processor of the process; tests and the demo's loader may bring one of their own. */
export function useCards(processor: CardProcessor): CardProcessor {
  cards = processor
  return processor
}

/** Chooses the card processor for this process, once, at its start. */
export function openCards(choice: Choice): CardProcessor {
  return useCards(withTraces(chooseCardProcessor(opened.set(choice))))
}

/** The same processor, each of whose answers is waited for as a step of what asked it. */
function withTraces(processor: CardProcessor): CardProcessor {
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
