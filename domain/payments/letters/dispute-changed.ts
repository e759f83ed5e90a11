import { defineLetter } from '#domain/mail/letter.ts'
import { disputeReason, type DisputeStage } from '#domain/payments/disputes.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'

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
  inquiry: 'A bank asks about a payment',
  open: 'A payment is disputed',
  won: 'A dispute is won',
  lost: 'A dispute is lost',
  closed: 'A bank’s question is closed',
}

const messages: Record<DisputeStage, string> = {
  inquiry:
    'the bank of a buyer asks about a payment. No money has moved. Answer at the card processor, or refund the payment: a refund now prevents a dispute and its fee.',
  open: 'a buyer asked their bank to take a payment back. The card processor has withdrawn the money and a fee until the bank decides. Answer at the card processor with what you know about the sale.',
  won: 'the bank decided for the club, and the money is back.',
  lost: 'the bank decided for the buyer, and the money stays with them. Please decide whether they keep the hour.',
  closed: 'the bank asks no longer. No money moved.',
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
    topic: 'Disputes',
    heading: headings[stage],
    paragraphs: [`Hello ${firstName}, ${messages[stage]}`],
    details: [
      { name: 'Buyer', value: buyerName },
      { name: 'Reason', value: disputeReason(reason) },
      ...(answerBy === null ? [] : [{ name: 'Answer by', value: formatDate(new Date(answerBy), timeZone) }]),
      { name: 'Amount', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: 'See disputes', path: '/dashboard/disputes' },
    footnote: 'Admins always get emails about disputes.',
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
