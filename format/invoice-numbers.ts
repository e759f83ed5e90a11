/** An invoice prefix as it is printed: in capitals, and without dashes at its end, because one follows it anyway. */
export const printedPrefix = (typed: string) => typed.trim().toUpperCase().replace(/-+$/, '')

/** The next number, such as `PAL-2026-0009`, with another prefix. */
export const numberWithPrefix = (number: string, typedPrefix: string) =>
  [printedPrefix(typedPrefix), ...number.split('-').slice(-2)].filter(Boolean).join('-')
