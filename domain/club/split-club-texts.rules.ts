/** Splits a headline into two lines of similar length. */
export function splitHeadline(headline: string): string[] {
  const words = headline.split(' ')
  if (words.length < 2) return [headline]
  const breaks = words.slice(1).map((_, index) => {
    const lines = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')] as const
    return { lines, longest: Math.max(...lines.map((line) => line.length)) }
  })
  return [...breaks.reduce((best, each) => (each.longest < best.longest ? each : best)).lines]
}

export type TextSection = { heading: string; paragraphs: string[] }

/**
 * Splits a text into sections. Each line is a paragraph; a line that begins with `#` is the heading of the
 * lines below it.
 */
export function parseSections(text: string, firstHeading: string): TextSection[] {
  const parts: TextSection[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('#')) parts.push({ heading: line.replace(/^#+\s*/, ''), paragraphs: [] })
    else if (line !== '') {
      if (parts.length === 0) parts.push({ heading: firstHeading, paragraphs: [] })
      parts.at(-1)?.paragraphs.push(line)
    }
  }
  return parts
}
