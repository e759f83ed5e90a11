import type { Picture } from '#domain/pictures/pictures.rules.ts'

/**
 * Topic of a letter. `changes` are changes of dates that were paid for; they are always sent, like the letters
 * of the kinds `account`, `money` and `application`.
 */
export type LetterKind =
  | 'account'
  | 'money'
  | 'application'
  | 'changes'
  | 'reminders'
  | 'newsletter'
  | 'announcements'

/** Kinds that people can switch off. They go to confirmed addresses only. */
export const optionalLetterKinds = ['reminders', 'announcements'] as const
export type OptionalLetterKind = (typeof optionalLetterKinds)[number]

/** A paragraph, a subheading, or a button that links to a path of the site. */
export type LetterBlock = string | { heading: string } | { label: string; path: string }

/** A picture of the club, with its alternative text. */
export type LetterPicture = Picture & { altText: string }

/** Content of a letter, in reading order. The HTML and the text version are rendered from it. */
export type LetterContent = {
  subject: string
  /** Two or three words beside the club's name, such as 'Booking and receipt'. */
  topic: string
  heading: string
  /** The picture of a newsletter, the only external resource of any letter. */
  picture?: LetterPicture | null
  paragraphs: LetterBlock[]
  /** Whether `**bold**` and links such as `[See the classes](/classes)` in paragraphs are marks. */
  hasMarks?: boolean
  /** Rows of a table. An amount in the last row is emphasised. */
  details?: { name: string; value: string; isAmount?: boolean }[]
  /** The call to action, by a path of the site. `isQuiet` renders it as secondary. */
  button?: { label: string; path: string; isQuiet?: boolean }
  /** Paragraphs after the button. */
  closing?: string[]
  /** The reason why the recipient gets this letter. */
  footnote: string
  /** Path of the unsubscribe page of a newsletter. */
  unsubscribePath?: string
}

/**
 * Facts of the recipient and the club that every letter can use. Letters greet with `firstName`, which is the preferred
 * name if there is one. Dates are formatted in `timeZone`.
 */
export type LetterReader = { firstName: string; clubName: string; timeZone: string }

export type Letter<Facts> = {
  /** Name of the letter in the outbox: its file name. */
  name: string
  kind: LetterKind
  /** Called in the language of the reader. */
  compose: (facts: Facts, reader: LetterReader) => LetterContent
  /** Made-up facts for the preview and the test. */
  example: Facts
}

/** Defines a letter: its sentences, in the language of its reader, and an example of its facts. One letter a file. */
export const defineLetter = <Facts>(letter: Letter<Facts>): Letter<Facts> => letter
