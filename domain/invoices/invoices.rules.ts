/** Returns the tax included in a gross price, in cents. Mirrors `tax_within` in the database; a test compares them. */
export const taxWithin = (cents: number, percent: number): number =>
  Math.round((cents * percent) / (100 + percent))
