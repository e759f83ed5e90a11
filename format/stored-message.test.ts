import { expect, test } from 'vitest'
import { inLanguage } from '#messages/t.ts'
import { formatFacts, formatReason, inEnglish, message } from './stored-message.ts'

test('a reason of the club is stored in English and read in the language of its reader', () => {
  const stored = inLanguage('de', () => inEnglish(message('reason.withdrawn')))
  expect(stored).toBe('The buyer withdrew from the contract.')
  expect(formatReason(stored)).toBe(stored)
  expect(inLanguage('de', () => formatReason(stored))).toBe('Der Vertrag wurde widerrufen.')
})

test('a reason that a person typed stays as it is', () => {
  expect(inLanguage('de', () => formatReason('Moved to another town.'))).toBe('Moved to another town.')
})

test('messages among facts are read in the language of the reader', () => {
  const facts = { when: 'now', reason: message('reason.notUsed', { days: 400 }) }
  expect(inLanguage('de', () => formatFacts(facts))).toEqual({
    when: 'now',
    reason: 'Das Konto wurde 400 Tage lang nicht genutzt.',
  })
  expect(formatFacts(null)).toBeNull()
})
