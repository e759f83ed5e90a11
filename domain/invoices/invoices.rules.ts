import { t } from '#messages/t.ts'

/** Returns the tax included in a gross price, in cents. Mirrors `tax_within` in the database; a test compares them. */
export const taxWithin = (cents: number, percent: number): number =>
  Math.round((cents * percent) / (100 + percent))

type Titled = {
  /** Null if the club had no tax number set when the document was written. */
  taxNumber: string | null
  amountCents: number
}

/** `Receipt` if the club had no tax number set, else `Invoice` or `Credit note`. */
export function documentTitle({ taxNumber, amountCents }: Titled): string {
  if (taxNumber === null) return t('invoices.receipt')
  return amountCents < 0 ? t('invoices.creditNote') : t('invoices.invoice')
}
