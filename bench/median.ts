/** The measurement with the median of a number. Throws for an empty list. */
export function medianBy<Measure>(measures: Measure[], numberOf: (measure: Measure) => number): Measure {
  const sorted = measures.toSorted((one, other) => numberOf(one) - numberOf(other))
  if (sorted.length === 0) throw new Error('Nothing was measured.')
  return sorted[Math.floor(sorted.length / 2)] as Measure
}
