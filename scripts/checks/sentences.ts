import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

type Node = { type: string; start: number; [key: string]: unknown }
type Literal = { start: number; text: string }
type Test = (text: string) => boolean

/** Names of products, languages and fonts, and words that are stored and shown as a message. */
const exceptions = new Set([
  'English, 20 Nov 2026',
  'Excel',
  'Inter, system-ui, sans-serif',
  'No sales',
  'Paid twice',
  'Something else',
])

// attributes and properties that readers see
const shown = new Set('aria-label alt caption heading hint label name placeholder text title'.split(' '))
const refusals = new Set(['DomainError', 'conflict', 'conflictAt', 'invalidAt', 'notFound'])

const isWord: Test = (text) => /\p{L}{2}/u.test(text)
const isShownWord: Test = (text) => /^\p{Lu}\p{Ll}/u.test(text)
const isSentence: Test = (text) => /^\p{Lu}[\p{L}’]*,? .*\p{Ll}/u.test(text)
/** Words between values, such as ` and ` or `… comes first until …`. */
const isJoined: Test = (text) => /^(,? ?and|, or)$|…[ ,]+\p{Ll}+ \p{Ll}+/u.test(text)
const isWritten: Test = (text) => isSentence(text) || isJoined(text)
const never: Test = () => false

/** Sentences of pages, of refusals and of messages of invalid input that stand outside the catalogue. */
export function sentenceProblems(): string[] {
  return globSync(['app/**/*.{ts,tsx}', '{core,domain,format,sign-in}/**/*.ts'])
    .filter((file) => !file.includes('.test.'))
    .toSorted()
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      const lineOf = (start: number) => source.slice(0, start).split('\n').length
      return literalsOf(file, source).map(
        ({ start, text }) => `${file}:${lineOf(start)}: “${text}” is not in the catalogue.`,
      )
    })
}

function literalsOf(file: string, source: string): Literal[] {
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const found: Literal[] = []
  const visit = (node: Node, isFound: Test) => {
    const text = textOf(node)
    if (text !== null && isFound(text) && !exceptions.has(text)) found.push({ start: node.start, text })
    for (const child of childrenOf(node)) visit(child, testOf(node, child, isFound))
  }
  visit(program as unknown as Node, testOfFile(file))
  return found
}

function testOfFile(file: string): Test {
  if (/^app\/|\.input\.ts$/.test(file)) return isWritten
  return /^format\/|\.rules\.ts$/.test(file) ? isJoined : never
}

/** Returns which texts count within a child of the node. */
function testOf(node: Node, child: Node, inherited: Test): Test {
  const callee = /^(Call|New)Expression$/.test(node.type) ? nameOf(node.callee) : ''
  if (callee === 'Error' || isCode(node)) return never
  if (refusals.has(callee)) return isSentence
  if (inherited === never || inherited === isJoined) return inherited
  if (child.type === 'JSXText') return isWord
  const isShown = shown.has(nameOf(node.type === 'JSXAttribute' ? node.name : node.key))
  return isShown ? isShownWord : inherited
}

const isCode = (node: Node) =>
  node.type === 'JSXElement' && nameOf((node.openingElement as Node).name) === 'code'

const nameOf = (node: unknown): string => String((node as { name?: unknown } | undefined)?.name ?? '')

/** Returns the text of a literal, with `…` for each expression of a template; null for other nodes. */
function textOf(node: Node): string | null {
  const text =
    node.type === 'TemplateLiteral'
      ? (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
      : node.type === 'JSXText' || node.type === 'Literal'
        ? node.value
        : null
  return typeof text === 'string' ? text.trim().replaceAll(/\s+/g, ' ') : null
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
