import { addDays, formatDay } from '#format/days.ts'

const numberWords = [
  'No',
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

/** A number at the start of a sentence: `Eight`; in figures from 13. */
export const countWord = (count: number) => numberWords[count] ?? String(count)

/** A number within a sentence: `two`, `three`. */
export const countWordInSentence = (count: number) => countWord(count).toLowerCase()

/** `today`, `tomorrow`, `on Mon 23 Nov`. */
export function relativeDay(today: string, day: string): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : `on ${formatDay(day)}`
}

/** `Three people want`, `One person wants`: a counted subject with its verb. */
export const countedPhrase = (count: number, singular: string, plural: string) =>
  `${countWord(count)} ${count === 1 ? singular : plural}`
