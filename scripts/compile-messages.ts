import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

const browserFile = '\0messages'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Values = Record<string, string>

/**
 * Vite plugin: replaces each `t('key', { value })` of browsers' scripts by the sentence of one language. A page carries
 * its own sentences only, and no catalogue, parser or formatter. The development server formats them at run time.
 */
export function compileMessages(language: string): Plugin {
  const file = join(import.meta.dirname, '..', 'messages', `${language}.json`)
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  let isDevelopment = false
  return {
    name: 'compile-messages',
    configResolved: ({ command }) => void (isDevelopment = command === 'serve'),
    applyToEnvironment: ({ name }) => name === 'client',
    // before Vite resolves the file itself
    resolveId: { order: 'pre', handler: (source) => (source === '#messages/t.ts' ? browserFile : null) },
    load: (id) => (id === browserFile ? browserModule(isDevelopment, language) : null),
    transform(code, id) {
      if (isDevelopment || !/\b(t|currentLanguage)\(/.test(code) || id.includes('node_modules')) return null
      if (!code.includes('#messages/t.ts')) return null
      return { code: compileCalls(code, this.parse(code) as unknown as Node, language, catalogue), map: null }
    },
  }
}

const browserModule = (isDevelopment: boolean, language: string) =>
  isDevelopment
    ? `import { formatMessage } from '/messages/catalogue.ts'
       export const currentLanguage = () => document.documentElement.lang
       export const requestLanguage = () => null
       export const t = (key, values) => formatMessage(currentLanguage(), key, values)`
    : `export const currentLanguage = () => ${JSON.stringify(language)}
       export const requestLanguage = () => null
       export const t = (key) => key`

function compileCalls(
  code: string,
  program: Node,
  language: string,
  catalogue: Record<string, string>,
): string {
  /** Returns the code of a node with its calls replaced. */
  const compiled = (node: Node): string => {
    const changes: { start: number; end: number; text: string }[] = []
    const visit = (each: Node) => {
      const text = replacementOf(each)
      if (text !== null) changes.push({ start: each.start, end: each.end, text })
      else childrenOf(each).forEach(visit)
    }
    visit(node)
    let [result, position] = ['', node.start]
    for (const { start, end, text } of changes.toSorted((a, b) => a.start - b.start)) {
      result += code.slice(position, start) + text
      position = end
    }
    return result + code.slice(position, node.end)
  }

  function replacementOf(node: Node): string | null {
    if (isCallOf('currentLanguage', node)) return JSON.stringify(language)
    if (isCallOf('t', node)) return sentenceOf(node)
    // a getter that only names a message becomes a plain property
    const message = node.type === 'Property' && node.kind === 'get' ? onlyReturned(node.value as Node) : null
    if (message && isCallOf('t', message) && (message.arguments as Node[]).length === 1)
      return `${compiled(node.key as Node)}: ${sentenceOf(message)}`
    return null
  }

  function sentenceOf(call: Node): string {
    const [key, values] = call.arguments as [Node, Node | undefined]
    const message = key.type === 'Literal' ? catalogue[String(key.value)] : undefined
    if (message === undefined) throw new Error(`No message for ${code.slice(call.start, call.end)}`)
    if (!values) return JSON.stringify(message)
    return `(${compileMessage(parse(message, { ignoreTag: true }), valuesOf(values), language)})`
  }

  function valuesOf(object: Node): Values {
    const properties = (object.properties ?? []) as Node[]
    return Object.fromEntries(
      properties.map(({ key, value }) => [(key as Node).name as string, `(${compiled(value as Node)})`]),
    )
  }

  return compiled(program)
}

const isCallOf = (name: string, node: Node) =>
  node.type === 'CallExpression' &&
  (node.callee as Node).type === 'Identifier' &&
  (node.callee as Node).name === name

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')

function onlyReturned(getter: Node): Node | null {
  const statements = ((getter.body as Node).body ?? []) as Node[]
  return statements.length === 1 && statements[0]?.type === 'ReturnStatement'
    ? (statements[0].argument as Node)
    : null
}

/** Compiles a message to an expression: a template literal, with a condition for each plural or select. */
function compileMessage(elements: MessageFormatElement[], values: Values, language: string): string {
  const parts = elements.map((element): string => {
    if (element.type === TYPE.literal) return element.value.replaceAll(/[`\\$]/g, '\\$&')
    if (element.type === TYPE.argument) return `\${${valueOf(values, element.value)}}`
    if (element.type !== TYPE.plural && element.type !== TYPE.select)
      throw new Error('Messages have arguments, plurals and selects only; format numbers and dates before.')
    const value = valueOf(values, element.value)
    const isPlural = element.type === TYPE.plural
    const cases = Object.entries(element.options).map(([option, { value: content }]) => ({
      condition: isPlural
        ? pluralCondition(option, value, language)
        : `${value} === ${JSON.stringify(option)}`,
      option,
      text: compileMessage(content, values, language),
    }))
    const other = cases.find(({ option }) => option === 'other')?.text ?? '``'
    const chosen = cases
      .filter(({ option }) => option !== 'other')
      .reduceRight((rest, { condition, text }) => `${condition} ? ${text} : ${rest}`, other)
    return `\${${chosen}}`
  })
  return `\`${parts.join('')}\``
}

function valueOf(values: Values, name: string): string {
  const value = values[name]
  if (value === undefined) throw new Error(`A message needs the value ${name}.`)
  return value
}

// without Intl, whose first use takes a phone 100 ms, where one means exactly one
const languagesWithOne = ['en', 'de']

function pluralCondition(option: string, value: string, language: string): string {
  if (option.startsWith('=')) return `${value} === ${option.slice(1)}`
  if (option === 'one' && languagesWithOne.includes(language)) return `${value} === 1`
  return `new Intl.PluralRules("${language}").select(${value}) === "${option}"`
}
