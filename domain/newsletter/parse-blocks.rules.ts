import type { LetterBlock } from '#domain/mail/letter.ts'

const headingPattern = /^## +(.+)$/
const linkPattern = /^\[([^\][]+)\]\((\/(?![/\\])[^\s()]*)\)$/

/**
 * Formats a link as a line that becomes a button. Brackets are removed because they would end the label.
 */
export const formatLink = (label: string, path: string) =>
  `[${label.replaceAll('[', '(').replaceAll(']', ')')}](${path})`

/**
 * Parses the text of a newsletter: an empty line separates paragraphs, `## ` starts a heading, and a link
 * to the site alone on its line, such as `[See the classes](/classes)`, becomes a button. Marks within a paragraph stay.
 */
export function parseBlocks(words: string): LetterBlock[] {
  return words
    .replaceAll('\r\n', '\n')
    .split(
      /\n\s*\n|\n(?=## |\[[^\]\n]+\]\([^)\n]*\)(?:\n|$))|(?<=(?:^|\n)(?:## [^\n]+|\[[^\]\n]+\]\([^)\n]*\)))\n/,
    )
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, title] = headingPattern.exec(part) ?? []
      if (title) return { heading: title }
      const [, label, path] = linkPattern.exec(part) ?? []
      return label && path ? { label, path } : part
    })
}
