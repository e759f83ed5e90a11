import {
  CardProcessorRefused,
  NoticeRefused,
  localProcessorDefaults,
  type CardProcessor,
} from './card-processor.ts'

const refusePayment = async (): Promise<never> => {
  throw new CardProcessorRefused(
    'Card payments aren’t set up at this club yet. Please ask at the desk.',
    'not_set_up',
  )
}

/** The processor of a club without card payments. Refuses everything with a sentence. */
export const disabledProcessor: CardProcessor = {
  name: 'none',
  ...localProcessorDefaults,
  notices: null,
  createIntent: refusePayment,
  retrieveIntent: async () => null,
  cancelIntent: refusePayment,
  refund: refusePayment,
  createCustomer: refusePayment,
  confirmStored: refusePayment,
  createSetup: refusePayment,
  retrieveSetup: async () => null,
  detachCard: refusePayment,
  verifyNotice: async () => {
    throw new NoticeRefused('No card processor is set up.')
  },
}
