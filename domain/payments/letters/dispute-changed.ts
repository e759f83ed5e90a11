import { defineLetter } from '#domain/mail/letter.ts'
import { disputeReason, type DisputeStage } from '#domain/payments/disputes.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  stage: DisputeStage
  amountCents: number
  currency: string
  reason: string
  buyerName: string
  /** ISO 8601; null when no answer is expected. */
  answerBy: string | null
}

const headings: Record<DisputeStage, string> = {
  get inquiry() {
    return t('letter.aBankAsksAbout')
  },
  get open() {
    return t('letter.aPaymentIsDisputed')
  },
  get won() {
    return t('letter.aDisputeIsWon')
  },
  get lost() {
    return t('letter.aDisputeIsLost')
  },
  get closed() {
    return t('letter.aBanksQuestionIs')
  },
}

const messages: Record<DisputeStage, string> = {
  get inquiry() {
    return t('letter.theBankOfA')
  },
  get open() {
    return t('letter.aBuyerAskedTheir')
  },
  get won() {
    return t('letter.theBankDecidedFor')
  },
  get lost() {
    return t('letter.theBankDecidedForThe')
  },
  get closed() {
    return t('letter.theBankAsksNo')
  },
}

/** Letter to an admin about a dispute and its outcome. */
export const disputeChanged = defineLetter({
  name: 'dispute-changed',
  kind: 'money',
  compose: (
    { stage, amountCents, currency, reason, buyerName, answerBy }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: `${headings[stage]}: ${formatMoneyWithCents(amountCents, currency)}`,
    topic: t('letter.disputes'),
    heading: headings[stage],
    paragraphs: [t('letter.hello', { firstName, value: messages[stage] })],
    details: [
      { name: t('letter.buyer'), value: buyerName },
      { name: t('letter.reason'), value: disputeReason(reason) },
      ...(answerBy === null
        ? []
        : [{ name: t('letter.answerBy'), value: formatDate(new Date(answerBy), timeZone) }]),
      { name: t('letter.amount'), value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: t('letter.seeDisputes'), path: '/dashboard/disputes' },
    footnote: t('letter.adminsAlwaysGetEmails'),
  }),
  example: {
    stage: 'open',
    amountCents: 7000,
    currency: 'usd',
    reason: 'product_not_received',
    buyerName: 'Nadia Rahman',
    answerBy: '2026-12-04T23:59:59Z',
  },
})
