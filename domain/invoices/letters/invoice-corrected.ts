import { defineLetter } from '#domain/mail/letter.ts'
import { alwaysSentNote } from '#domain/mail/refund-details.ts'
import { t } from '#messages/t.ts'

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
    subject: t('letter.replacesYourInvoice', { replacement, corrected }),
    topic: t('letter.yourInvoice'),
    heading: t('letter.yourInvoiceIsCorrected'),
    paragraphs: [t('letter.helloNamedTheBuyer', { firstName, corrected, creditNote, replacement })],
    details: [
      { name: t('form.name'), value: buyerName },
      ...(buyerAddress === ''
        ? []
        : [{ name: t('letter.address'), value: buyerAddress.replaceAll('\n', ', ') }]),
      { name: t('letter.cancelledBy'), value: creditNote },
      { name: t('letter.newInvoice'), value: replacement },
    ],
    button: { label: t('letter.seeTheNewInvoice'), path: `/dashboard/receipt/${bookingId}`, isQuiet: true },
    footnote: alwaysSentNote(),
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
