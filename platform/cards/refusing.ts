import { CardProcessorRefused, NoticeRefused, withinTheClub, type CardProcessor } from './card-processor.ts'

const refuse = async (): Promise<never> => {
  throw new CardProcessorRefused(
    'Paying by card is not set up in this club yet. Please ask at the desk.',
    'not_set_up',
  )
}

/** The processor of a club without one: it says so, and never takes money. */
export const refusingProcessor: CardProcessor = {
  name: 'none',
  ...withinTheClub,
  notices: null,
  createIntent: refuse,
  retrieveIntent: async () => null,
  cancelIntent: refuse,
  refund: refuse,
  verifyNotice: async () => {
    throw new NoticeRefused('No card processor is set up.')
  },
}
