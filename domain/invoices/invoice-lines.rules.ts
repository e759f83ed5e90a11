import type { PlanName } from '#db/tables.ts'
import { formatDay } from '#format/days.ts'
import { formatHourSpan } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

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
    invoice.taxNumber ? t('invoiceLines.taxNumber', { taxNumber: invoice.taxNumber }) : '',
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
    { name: t('invoiceLines.withoutTax'), cents: netCents },
    {
      name: t('invoiceLines.taxOf', { rate: rate ?? '', amount: formatMoneyWithCents(netCents, currency) }),
      cents: taxCents,
    },
  ]
  return [...(rate ? taxes : []), { name: amountName(invoice), cents: amountCents }]
}

type Movement = { amountCents: number; corrects: string | null }

const amountName = ({ amountCents, corrects }: Movement): string => {
  if (amountCents > 0) return t('invoiceLines.paid')
  return corrects === null ? t('invoiceLines.givenBack') : t('invoiceLines.cancelled')
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
  if (ofNumber !== null) return t('invoiceLines.thisBelongsTo', { ofNumber })
  if (corrects === null) return t('invoiceLines.nothingIsLeftTo')
  return amountCents < 0
    ? t('invoiceLines.thisCancelsWhichNamed', { corrects, counterpart: counterpart ?? '' })
    : t('invoiceLines.thisReplacesWhichCancels', { corrects, counterpart: counterpart ?? '' })
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
  giftCents: number
}

export type InvoiceLine = { what: string; more: string; cents: number }

/** Returns the lines of an invoice: the hour and its plan, or the title, and a discount; or the refund. */
export function invoiceLines(invoice: Sale): InvoiceLine[] {
  const { amountCents, ofNumber, corrects, reason, discountCents, discountReason, giftCents } = invoice
  if (ofNumber !== null) {
    const what =
      amountCents < 0
        ? t('invoiceLines.refundOf', { ofNumber })
        : t('invoiceLines.refundOfThatDid', { ofNumber })
    return [{ what, more: `${soldName(invoice)}. ${reason}`, cents: amountCents }]
  }
  if (corrects !== null && amountCents < 0)
    return [{ what: t('invoiceLines.cancels', { corrects }), more: soldName(invoice), cents: amountCents }]
  const lines =
    invoice.title === null
      ? hourLines(invoice)
      : [{ what: invoice.title, more: invoice.description ?? '', cents: invoice.priceCents }]
  const discount = { what: t('invoiceLines.discount'), more: discountReason ?? '', cents: -discountCents }
  const giftCard = { what: t('offers.giftCard'), more: t('invoiceLines.taxedWhenSold'), cents: -giftCents }
  return [...lines, ...[discount, giftCard].filter(({ cents }) => cents < 0)]
}

const soldName = (sold: SoldItem): string =>
  sold.title ?? t('invoiceLines.with', { slotName: sold.slotName, trainerName: sold.trainerName })

const hourLines = (hour: SoldHour): InvoiceLine[] => [
  {
    what: soldName(hour),
    more: t('invoiceLines.oneMonth', {
      startHour: formatHourSpan(hour.startHour),
      describeDays: describeDays(hour.weekdays),
      lessonsSummary: lessonsSummary(hour),
    }),
    cents: hour.slotPriceCents,
  },
  {
    what: capitalize(hour.plan),
    more: t('invoiceLines.classInTheMonth', { classes: hour.classes }),
    cents: hour.surchargeCents,
  },
]

/** `: 19 hours, from Mon 23 Nov to Mon 21 Dec`; empty for old invoices without lesson dates. */
function lessonsSummary({ lessonCount, firstLessonOn, lastLessonOn }: SoldHour): string {
  if (firstLessonOn === null || lastLessonOn === null) return ''
  return t('invoiceLines.hourFromTo', {
    lessonCount,
    firstLessonOn: formatDay(firstLessonOn),
    lastLessonOn: formatDay(lastLessonOn),
  })
}
