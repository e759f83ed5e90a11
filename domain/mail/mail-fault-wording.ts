import { t } from '#messages/t.ts'
import type { MailFault } from '#platform/mail.ts'

/** For admins: the cause of a failed attempt to send mail, and its remedy. */
export const mailFaultSentences: Record<MailFault, string> = {
  get 'unknown-host'() {
    return t('mailFault.unknownHost')
  },
  get 'no-connection'() {
    return t('mailFault.noConnection')
  },
  get 'no-encryption'() {
    return t('mailFault.noEncryption')
  },
  get login() {
    return t('mailFault.login')
  },
  get sender() {
    return t('mailFault.sender')
  },
  get recipient() {
    return t('mailFault.recipient')
  },
  get 'recipient-unclear'() {
    return t('mailFault.recipientUnclear')
  },
  get policy() {
    return t('mailFault.policy')
  },
  get later() {
    return t('mailFault.later')
  },
  get other() {
    return t('mailFault.other')
  },
}
