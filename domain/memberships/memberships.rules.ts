/** Days that a pause has at least and at most. */
export const pauseDays = { least: 7, most: 92 }

/** Days before a new price at which members are told, at least. The database refuses less. */
export const priceNoticeDays = 30

/** Columns of a membership without a planned change of its offer. */
export const noOfferChange = {
  nextOfferId: null,
  nextOfferFrom: null,
  nextOfferToldAt: null,
  nextOfferBy: null,
}
