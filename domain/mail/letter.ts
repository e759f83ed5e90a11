import type { Picture } from '#domain/pictures/pictures.rules.ts'

/**
 * What a letter is about. Those about one's account, one's money and what one asked for are always sent.
 */
export type LetterKind = 'account' | 'money' | 'application' | 'hours' | 'newsletter' | 'announcements'

/** The kinds that people can switch off; they go to proved addresses only. */
export const optionalLetterKinds = ['hours', 'announcements'] as const
export type OptionalLetterKind = (typeof optionalLetterKinds)[number]

/** A paragraph, a heading within the letter, or a button that leads to a page of the club. */
export type LetterBlock = string | { heading: string } | { label: string; path: string }

/** A picture of the club's own, and what it shows, for whoever sees no pictures. */
export type LetterPicture = Picture & { altText: string }

/** What a letter says, in the order it says it; both of its forms are made of this. */
export type LetterContent = {
  subject: string
  /** Two or three words beside the club's name: 'Booking and receipt'. */
  topic: string
  /** What happened. */
  heading: string
  /** The one thing that a letter to many may load. */
  picture?: LetterPicture | null
  paragraphs: LetterBlock[]
  /** Names and values; the last stands out when it is an amount. */
  details?: { name: string; value: string; isAmount?: boolean }[]
  /** The one thing to do, by a path of the club. A quiet one does not push. */
  button?: { label: string; path: string; isQuiet?: boolean }
  /** What is said after the button. */
  closing?: string[]
  /** Why the person gets this. */
  footnote: string
  /** Where a reader of letters to many leaves. */
  unsubscribePath?: string
}

/** What every letter knows beside its facts: how to greet whom, and by which clock dates are written. */
export type LetterReader = { firstName: string; clubName: string; timeZone: string }

export type Letter<Facts> = {
  /** What the outbox calls it: the name of its file. */
  name: string
  kind: LetterKind
  compose: (facts: Facts, reader: LetterReader) => LetterContent
  /** Facts of made-up people: what its preview and its test show. */
  example: Facts
}

/** A letter: its words and an example of its facts, which only its own file knows. */
export const defineLetter = <Facts>(letter: Letter<Facts>): Letter<Facts> => letter
