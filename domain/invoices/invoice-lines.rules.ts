import type { PlanName } from '#db/tables.ts'
import { formatDay } from '#format/days.ts'
import { formatHourSpan } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize, formatCount } from '#format/text.ts'
import { describeDays } from '#format/weekdays.ts'

type Seller = {
  sellerName: string
  sellerAddress: string
  sellerTelephone: string
  sellerEmail: string
  taxNumber: string | null
}

/** Returns the lines of a document's letterhead: name, address, contact and tax number, as far as they are set. */
export const sellerLines = (invoice: Seller): string[] =>
  [
    invoice.sellerName,
    invoice.sellerAddress.replaceAll('\n', ', '),
    [invoice.sellerTelephone, invoice.sellerEmail].filter(Boolean).join(', '),
    invoice.taxNumber ? `Tax number ${invoice.taxNumber}` : '',
  ].filter(Boolean)

type Amounts = { amountCents: number; taxCents: number; taxPercent: number; currency: string }

/** Returns the rate of tax, such as `19%`; null without tax. */
export const taxRate = ({ taxPercent }: Pick<Amounts, 'taxPercent'>): string | null =>
  taxPercent > 0 ? `${taxPercent}%` : null

/** Returns the sums below the lines: net and tax if there is tax, and the amount. */
export function invoiceSums(
  invoice: Amounts & { corrects: string | null },
): { name: string; cents: number }[] {
  const { amountCents, taxCents, currency } = invoice
  const rate = taxRate(invoice)
  const netCents = amountCents - taxCents
  const taxes = [
    { name: 'Without tax', cents: netCents },
    { name: `Tax, ${rate} of ${formatMoneyWithCents(netCents, currency)}`, cents: taxCents },
  ]
  return [...(rate ? taxes : []), { name: amountName(invoice), cents: amountCents }]
}

type Movement = { amountCents: number; corrects: string | null }

const amountName = ({ amountCents, corrects }: Movement): string => {
  if (amountCents > 0) return 'Paid'
  return corrects === null ? 'Given back' : 'Cancelled'
}

/** Returns the label and the moment of the payment, the refund or the cancellation. */
export const movementOf = (
  invoice: Movement & { givenAt: Date; paidAt: Date },
): { name: string; at: Date } => ({
  name: amountName(invoice),
  at: invoice.corrects !== null && invoice.amountCents > 0 ? invoice.paidAt : invoice.givenAt,
})

type Related = Movement & { ofNumber: string | null; counterpart: string | null }

/** Returns the sentence below the sums: the related documents, or that the invoice is paid. */
export function relationNote({ amountCents, ofNumber, corrects, counterpart }: Related): string {
  if (ofNumber !== null) return `This belongs to ${ofNumber}.`
  if (corrects === null) return 'Nothing is left to pay.'
  return amountCents < 0
    ? `This cancels ${corrects}, which named the buyer wrongly. ${counterpart} replaces it. No money was moved.`
    : `This replaces ${corrects}, which ${counterpart} cancels. Nothing is left to pay.`
}

/** The month of an hour, as it was sold. */
export type SoldHour = {
  title: null
  slotName: string
  trainerName: string
  startHour: number
  weekdays: string[]
  plan: PlanName
  classes: number
  slotPriceCents: number
  surchargeCents: number
  /** The month purchased; null when the payment arrived too late for it. */
  monthFrom: Date | null
  monthUntil: Date | null
  lessonCount: number
  firstLessonOn: string | null
  lastLessonOn: string | null
}

/** What an invoice is about: an hour, or another order by its title. */
export type SoldItem = SoldHour | { title: string; description: string | null; priceCents: number }

type Sale = SoldItem & {
  amountCents: number
  ofNumber: string | null
  corrects: string | null
  reason: string
  discountCents: number
  discountReason: string | null
}

export type InvoiceLine = { what: string; more: string; cents: number }

/** Returns the lines of an invoice: the hour and its plan, or the title, and a discount; or the refund. */
export function invoiceLines(invoice: Sale): InvoiceLine[] {
  const { amountCents, ofNumber, corrects, reason, discountCents, discountReason } = invoice
  if (ofNumber !== null) {
    const what = amountCents < 0 ? `Refund of ${ofNumber}` : `Refund of ${ofNumber} that did not go through`
    return [{ what, more: `${soldName(invoice)}. ${reason}`, cents: amountCents }]
  }
  if (corrects !== null && amountCents < 0)
    return [{ what: `Cancels ${corrects}`, more: soldName(invoice), cents: amountCents }]
  const lines =
    invoice.title === null
      ? hourLines(invoice)
      : [{ what: invoice.title, more: invoice.description ?? '', cents: invoice.priceCents }]
  return discountCents === 0
    ? lines
    : [...lines, { what: 'Discount', more: discountReason ?? '', cents: -discountCents }]
}

const soldName = (sold: SoldItem): string => sold.title ?? `${sold.slotName} with ${sold.trainerName}`

const hourLines = (hour: SoldHour): InvoiceLine[] => [
  {
    what: soldName(hour),
    more: `${formatHourSpan(hour.startHour)}, ${describeDays(hour.weekdays)}, one month${lessonsSummary(hour)}`,
    cents: hour.slotPriceCents,
  },
  {
    what: capitalize(hour.plan),
    more: `${formatCount(hour.classes, 'class', 'classes')} in the month`,
    cents: hour.surchargeCents,
  },
]

/** `: 19 hours, from Mon 23 Nov to Mon 21 Dec`; empty for old invoices without lesson dates. */
function lessonsSummary({ lessonCount, firstLessonOn, lastLessonOn }: SoldHour): string {
  if (firstLessonOn === null || lastLessonOn === null) return ''
  return `: ${formatCount(lessonCount, 'hour', 'hours')}, from ${formatDay(firstLessonOn)} to ${formatDay(lastLessonOn)}`
}
