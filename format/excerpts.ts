/** Quotes of people's texts within the club's sentences. */

/** Shortens a text to `most` characters at the end of a word, with `…`. */
export function excerpt(text: string, most: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  if (letters.length <= most) return letters.join('')
  const start = letters.slice(0, most - 1).join('')
  const whole = letters[most - 1] === ' ' ? start : start.replace(/ [^ ]*$/, '')
  return `${whole.replace(/[\s.,:;!?…–-]+$/, '')}…`
}

/** Removes the final full stop, to continue a sentence. */
export const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '')
