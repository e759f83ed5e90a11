/** The languages of the catalogue, each named in itself. */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

export const allLanguages = Object.keys(languages) as Language[]

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** Returns the language of a BCP 47 tag such as `de-AT`; null without a catalogue for it. */
export function languageOf(tag: string): Language | null {
  const [primary = ''] = tag.toLowerCase().split('-', 1)
  return isLanguage(primary) ? primary : null
}

const prefixPattern = new RegExp(`^/(${Object.keys(languages).join('|')})(?=/|\\.data$|$)`)

/**
 * Splits `/de/trainers` into its language and `/trainers`. The language is null without a prefix. After a prefix the path
 * begins with one slash: browsers read `//` as another host.
 */
export function splitLanguage(path: string): { language: Language | null; path: string } {
  const prefix = prefixPattern.exec(path)?.[1]
  if (prefix === undefined) return { language: null, path }
  return { language: languageOf(prefix), path: path.slice(prefix.length + 1).replace(/^[/\\]*/, '/') }
}

/** Returns the path of a page in a language: the first language, the club's own, has no prefix. */
export const pathInLanguage = (path: string, language: Language, offered: readonly Language[]): string =>
  language === offered[0] ? path : `/${language}${path === '/' ? '' : path}`

/** Returns the best language for an Accept-Language header; null when none of them is accepted. */
export function preferredLanguage(accepted: string, offered: readonly Language[]): Language | null {
  const wishes = accepted.split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().split(';')
    const quality = parameters.map((each) => /^\s*q=([\d.]+)/.exec(each)?.[1]).find(Boolean)
    return { language: languageOf(tag), quality: Number(quality ?? 1) }
  })
  const sorted = wishes.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  return (
    sorted.map(({ language }) => language).find((each) => each !== null && offered.includes(each)) ?? null
  )
}
