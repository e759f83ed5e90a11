/** The middle one of what was measured, by a number of each. Throws when nothing was. */
export function medianBy<Measure>(measures: Measure[], numberOf: (measure: Measure) => number): Measure {
  const sorted = measures.toSorted((one, other) => numberOf(one) - numberOf(other))
  if (sorted.length === 0) throw new Error('Nothing was measured.')
  return sorted[Math.floor(sorted.length / 2)] as Measure
}
