import { globSync, readFileSync } from 'node:fs'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { languages } from '#messages/languages.ts'

type Catalogue = Record<string, string>

/** Missing, unused and misspelt messages, and placeholders that differ from the English ones. */
export function messageProblems(): string[] {
  const english = readCatalogue('en')
  return [
    ...Object.keys(languages).flatMap((language) => catalogueProblems(language, english)),
    ...usageProblems(english),
  ]
}

const readCatalogue = (language: string) =>
  JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as Catalogue

function catalogueProblems(language: string, english: Catalogue): string[] {
  const catalogue = readCatalogue(language)
  const problems = Object.keys(catalogue)
    .filter((key) => !(key in english))
    .map((key) => `messages/${language}.json has ${key}, which is no English message.`)
  for (const [key, message] of Object.entries(english)) {
    const translated = catalogue[key]
    if (translated === undefined) problems.push(`messages/${language}.json misses ${key}.`)
    else if (hasNumberSign(translated))
      problems.push(`messages/${language}.json has # in ${key}; name the value, as in {count}.`)
    else if (placeholdersOf(translated) !== placeholdersOf(message))
      problems.push(`messages/${language}.json has other placeholders than English in ${key}.`)
  }
  return problems
}

/** Whether a plural has `#`, which browsers' scripts cannot format. */
const hasNumberSign = (message: string): boolean => {
  const isWithin = (elements: MessageFormatElement[]): boolean =>
    elements.some(
      (element) =>
        element.type === TYPE.pound ||
        ((element.type === TYPE.plural || element.type === TYPE.select) &&
          Object.values(element.options).some(({ value }) => isWithin(value))),
    )
  return isWithin(parse(message, { ignoreTag: true }))
}

/** Returns the sorted names of a message's values, those within plurals included. */
function placeholdersOf(message: string): string {
  const namesIn = (elements: MessageFormatElement[]): string[] =>
    elements.flatMap((element) => {
      if (element.type === TYPE.argument) return [element.value]
      if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))]
    })
  return [...new Set(namesIn(parse(message, { ignoreTag: true })))].toSorted().join()
}

const sources = '{app,api,copy,core,demo,domain,format,platform,server,sign-in}/**/*.{ts,tsx}'

function usageProblems(english: Catalogue): string[] {
  const used = new Set<string>()
  const problems: string[] = []
  for (const file of globSync(sources)) {
    const text = readFileSync(file, 'utf8')
    if (text.includes('stored-message.ts'))
      for (const [, key = ''] of text.matchAll(/'([\w.]+)'/g)) if (key in english) used.add(key)
    if (!text.includes('#messages/t.ts')) continue
    for (const [call, key] of text.matchAll(/(?<![\w.])t\(\s*(?:'([\w.]+)')?/g)) {
      if (key === undefined) problems.push(`${file}: the key in ${call} is not a literal.`)
      else used.add(key)
    }
  }
  const unused = Object.keys(english).filter((key) => !used.has(key))
  return [...problems, ...unused.map((key) => `The message ${key} is unused.`)]
}
