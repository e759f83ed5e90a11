import { defineLetter } from '#domain/mail/letter.ts'
import { alwaysSentNote } from '#domain/mail/refund-details.ts'

type Facts = {
  bookingId: string
  /** Number of the invoice that was wrong. */
  corrected: string
  /** Numbers of the credit note that cancels it and of the invoice that replaces it. */
  creditNote: string
  replacement: string
  /** Of the buyer, on the new invoice. */
  buyerName: string
  buyerAddress: string
}

export const invoiceCorrected = defineLetter({
  name: 'invoice-corrected',
  kind: 'money',
  compose: (
    { bookingId, corrected, creditNote, replacement, buyerName, buyerAddress }: Facts,
    { firstName },
  ) => ({
    subject: `${replacement} replaces your invoice ${corrected}`,
    topic: 'Your invoice',
    heading: 'Your invoice is corrected',
    paragraphs: [
      `Hello ${firstName}, ${corrected} named the buyer wrongly. ${creditNote} cancels it, and ${replacement} replaces it. Please keep all three. No money was moved, and nothing is left to pay.`,
    ],
    details: [
      { name: 'Name', value: buyerName },
      ...(buyerAddress === '' ? [] : [{ name: 'Address', value: buyerAddress.replaceAll('\n', ', ') }]),
      { name: 'Cancelled by', value: creditNote },
      { name: 'New invoice', value: replacement },
    ],
    button: { label: 'See the new invoice', path: `/dashboard/receipt/${bookingId}`, isQuiet: true },
    footnote: alwaysSentNote,
  }),
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    corrected: 'PAL-2026-0012',
    creditNote: 'PAL-2026-0019',
    replacement: 'PAL-2026-0020',
    buyerName: 'Noor Rahman',
    buyerAddress: '7 Quay Street\nHarbour Town',
  },
})
