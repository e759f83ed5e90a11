import { recogniseHeading, isRefusedHeading, simplifyHeading } from './import-fields.rules.ts'

/** What a column of a table of charges can be. */
export type ChargeField = 'day' | 'amount' | 'number' | 'name' | 'firstName' | 'lastName' | 'email'

/** Headings of banks and club programs in English and German, beside those of an import. */
const chargeHeadings: Partial<Record<ChargeField, string>> = {
  day:
    'date day paymentdate paidon paidat chargedate chargedon charged bookingdate transactiondate valuedate postingdate duedate created createdat createdutc ' +
    'datum tag zahldatum zahlungsdatum bezahltam buchungstag buchungsdatum buchung valuta valutadatum wertstellung einzugsdatum einzug falligkeit falligkeitsdatum',
  amount:
    'gross grossamount paid charge chargedamount value umsatz brutto zahlbetrag einzugsbetrag haben eur',
  name:
    'payer payername debtor debtorname accountholder counterparty ' +
    'zahler zahlungspflichtiger zahlungspflichtige debitor auftraggeber kontoinhaber beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger',
}

const fieldOfHeading = new Map(
  Object.entries(chargeHeadings).flatMap(([field, headings]) =>
    headings.split(' ').map((heading) => [heading, field as ChargeField] as const),
  ),
)

/** Fields of an import that say the same of a charge. */
const sameInImport: Partial<Record<string, ChargeField>> = {
  nextChargeOn: 'day',
  price: 'amount',
  number: 'number',
  name: 'name',
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
}

/** Returns the column of each field, counted from 0: the first with a heading of it. */
export function recogniseChargeColumns(headings: readonly string[]): Partial<Record<ChargeField, number>> {
  const columns: Partial<Record<ChargeField, number>> = {}
  headings.forEach((heading, index) => {
    if (isRefusedHeading(heading)) return
    const field =
      fieldOfHeading.get(simplifyHeading(heading)) ?? sameInImport[recogniseHeading(heading) ?? '']
    if (field) columns[field] ??= index
  })
  return columns
}
