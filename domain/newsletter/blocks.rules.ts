import type { LetterBlock } from '#domain/mail/letter.ts'

const headingPattern = /^## +(.+)$/
const linkPattern = /^\[([^\][]+)\]\((\/(?![/\\])[^\s()]*)\)$/

/** The line that becomes a button; brackets would end its label. */
export const formatLink = (label: string, path: string) =>
  `[${label.replaceAll('[', '(').replaceAll(']', ')')}](${path})`

/**
 * The words of the weekly letter as they are typed: an empty line makes a paragraph, `## ` a heading, and a link of
 * the club alone on its line, `[See the classes](/classes)`, a button.
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
