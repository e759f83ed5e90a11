import { t } from '#messages/t.ts'

/** Names of background tasks, by queue. */
const jobNames = (): Record<string, string> => ({
  refund: t('jobNames.sendMoneyBackTo'),
  mail: t('jobNames.sendEmailsThroughThe'),
  'forgotten-password': t('jobNames.emailALinkFor'),
  'cover-calls': t('jobNames.askOtherTrainersFor'),
  'cover-calls-of-leavers': t('jobNames.askOtherTrainersTo'),
  newsletter: t('jobNames.writeANewsletterTo'),
  'clock-change': t('jobNames.correctHoursAfterA'),
  copies: t('jobNames.makeACopyOf'),
  'import-invitations': t('jobNames.inviteMembersWhoWere'),
  imports: t('jobNames.bringMembersInFrom'),
  erased: t('jobNames.removeTheFilesOf'),
  'cancel-membership': t('jobNames.cancelAMembershipFor'),
  'detach-card': t('jobNames.removeAStoredCard'),
  withdraw: t('jobNames.withdrawFromPurchasesFor'),
  'sandbox-notice': t('jobNames.reportTheOutcomeOf'),
})

/** `Send money back to a card`; the queue itself if it has no name here. */
export const jobName = (queue: string) => jobNames()[queue] ?? queue
