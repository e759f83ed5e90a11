import { expect, test } from 'vitest'
import { inLanguage, t } from '#messages/t.ts'
import { notFound } from './errors.ts'

test('a refusal is in the language of the request, and in English for programs', () => {
  const refused = () => notFound(t('refusal.thisHour')).message
  expect(refused()).toBe('This hour couldn’t be found.')
  expect(inLanguage('de', refused)).toBe('Diese Stunde wurde nicht gefunden.')
})
