/** The tax within a price, in cents; the database's `tax_within` is the same, which a test compares. */
export const taxWithin = (cents: number, percent: number): number =>
  Math.round((cents * percent) / (100 + percent))
