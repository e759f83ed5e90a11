import { AsyncLocalStorage } from 'node:async_hooks'
import { formatMessage, type MessageKey, type MessageValues } from './catalogue.ts'
import type { Language } from './languages.ts'

// Browsers never load this file: scripts/compile-messages.ts compiles each call to the sentence of its language.

// on globalThis, because a process may load this file twice, bundled and unbundled
const storageKey = Symbol.for('palestra.language')
const globalStore = globalThis as { [storageKey]?: AsyncLocalStorage<Language> }
const storage = (globalStore[storageKey] ??= new AsyncLocalStorage<Language>())

/** Runs the work, and everything that it awaits, in a language. */
export const inLanguage = <Result>(language: Language, work: () => Result): Result =>
  storage.run(language, work)

/** Returns the language of the page or letter that is being made; null outside of these. */
export const requestLanguage = (): Language | null => storage.getStore() ?? null

/** Returns the language of sentences; English outside of pages and letters, as in the REST contract. */
export const currentLanguage = (): Language => requestLanguage() ?? 'en'

/** Returns a message of the catalogue in the current language. Keys are literals, so that browsers get sentences only. */
export const t = (key: MessageKey, values?: MessageValues): string =>
  formatMessage(currentLanguage(), key, values)
