/** What people wrote, within sentences of ours. */

/** The beginning of a text, at most so many letters: it ends with a whole word, and `…` says that more follows. */
export function excerpt(text: string, most: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  if (letters.length <= most) return letters.join('')
  const kept = letters.slice(0, most - 1).join('')
  const whole = letters[most - 1] === ' ' ? kept : kept.replace(/ [^ ]*$/, '')
  return `${whole.replace(/[\s.,:;!?…–-]+$/, '')}…`
}

/** A sentence as it goes on within another one. */
export const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '')
