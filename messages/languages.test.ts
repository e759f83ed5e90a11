import { expect, test } from 'vitest'
import { pathInLanguage, preferredLanguage, splitLanguage } from './languages.ts'
import { inLanguage, t } from './t.ts'

test.each([
  ['/de/trainers', 'de', '/trainers'],
  ['/de', 'de', '/'],
  ['/de.data', 'de', '/.data'],
  ['/de//evil.example/x', 'de', '/evil.example/x'],
  ['/de/\\evil.example', 'de', '/evil.example'],
  ['/design', null, '/design'],
  ['/trainers/de', null, '/trainers/de'],
])('the address %s is a page in %s', (address, language, path) => {
  expect(splitLanguage(address)).toEqual({ language, path })
})

test('only the languages that a club adds to its own have a prefix', () => {
  const inBoth = (path: string) =>
    (['de', 'en'] as const).map((each) => pathInLanguage(path, each, ['de', 'en']))
  expect(inBoth('/')).toEqual(['/', '/en'])
  expect(inBoth('/trainers')).toEqual(['/trainers', '/en/trainers'])
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['fr,en;q=0.7,de;q=0.8', 'de'],
  ['de;q=0,en', 'en'],
  ['fr', null],
  ['', null],
])('a browser that accepts %s reads %s', (accepted, language) => {
  expect(preferredLanguage(accepted, ['en', 'de'])).toBe(language)
})

test('a language that the club does not offer is not preferred', () => {
  expect(preferredLanguage('de', ['en'])).toBeNull()
})

test('a message follows the language of its work, and is English without one', () => {
  const count = () => t('home.classCount', { count: 1 })
  expect([count(), inLanguage('de', count)]).toEqual(['class', 'Kurs'])
  expect(inLanguage('de', () => t('home.seeHours', { count: 5 }))).toBe('Alle 5 Stunden ansehen')
})
