import { addDays, formatDay } from '#format/days.ts'
import { currentLanguage, t } from '#messages/t.ts'

const numberWords = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/** A number at the start of a sentence: `Eight`; in figures from 13, and in other languages than English. */
export function countWord(count: number): string {
  if (count === 0) return t('countWording.no')
  return (currentLanguage() === 'en' ? numberWords[count] : undefined) ?? String(count)
}

/** A number within a sentence: `two`, `three`. */
export const countWordInSentence = (count: number) => countWord(count).toLowerCase()

/** `today`, `tomorrow`, `on Mon 23 Nov`. */
export function relativeDay(today: string, day: string): string {
  if (day === today) return t('countWording.today')
  return day === addDays(today, 1)
    ? t('countWording.tomorrow')
    : t('countWording.on', { day: formatDay(day) })
}

/** `Three people want`, `One person wants`: a counted subject with its verb. */
export const countedPhrase = (count: number, singular: string, plural: string) =>
  `${countWord(count)} ${count === 1 ? singular : plural}`

/** As `countedPhrase`, within a sentence: `two make-ups`. */
export const countedPhraseInSentence = (count: number, singular: string, plural: string) =>
  `${countWordInSentence(count)} ${count === 1 ? singular : plural}`
