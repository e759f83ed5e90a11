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

/** A number that opens a sentence: `Eight`, from thirteen on in figures. */
export const countWord = (count: number) => numberWords[count] ?? String(count)

/** The same within a sentence: `two`, `three`. */
export const countWordInSentence = (count: number) => countWord(count).toLowerCase()

/** `today`, `tomorrow`, `on Mon 23 Nov`: when something is, within a sentence. */
export function relativeDay(today: string, day: string): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : `on ${formatDay(day)}`
}

/** What says that somebody has a letter; in a club that sends no mail, what is to be done instead. */
export const mailNotice = (hasMail: boolean, said: string, instead = 'tell them yourself') =>
  hasMail ? said : `This club sends no mail: ${instead}.`

/** `Three people want`, `One person wants`: a counted subject with its verb. */
export const countedPhrase = (count: number, one: string, many: string) =>
  `${countWord(count)} ${count === 1 ? one : many}`
