import { t } from '#messages/t.ts'
import {
  CardProcessorRefused,
  NoticeRefused,
  localProcessorDefaults,
  type CardProcessor,
} from './card-processor.ts'

const refusePayment = async (): Promise<never> => {
  throw new CardProcessorRefused(t('refusal.cardsNotSetUp'), 'not_set_up')
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
