import { defaultLocale } from '#format/locale.ts'

/** What everybody may know of this club. What it has not said is '', null or no days at all. */
export type ClubFacts = {
  name: string
  demo: boolean
  /** In which every date is shown, such as `Europe/Rome`. */
  timeZone: string
  /** ISO 4217 in lower case. */
  currency: string
  /** In which dates are written, as Intl names it. */
  language: string
  /** The club's own address on the web, without a trailing slash. */
  publicUrl: string
  /** The current year of the club's calendar. */
  year: number
  /** As it is registered. */
  company: string
  address: string
  telephone: string
  email: string
  /** The year in which it opened. */
  openSince: number | null
  /** `Open every day, 05:45 to 22:00`. */
  opening: string
  /** The same for machines: `Mo-Su 05:45-22:00`. */
  openingCodes: string[]
}

/** The facts of a club that has not said any. */
export const defaultClubFacts: ClubFacts = {
  name: 'Palestra',
  demo: false,
  timeZone: 'UTC',
  ...defaultLocale,
  publicUrl: '',
  year: 0,
  company: '',
  address: '',
  telephone: '',
  email: '',
  openSince: null,
  opening: '',
  openingCodes: [],
}

/** What a club says on its first page, and where somebody reads more of it. */
export type ClubCopy = {
  /** Three, one over each picture; '' leaves a picture without words. */
  headlines: string[]
  taglines: string[]
  points: string[]
  serviceNames: string[]
  serviceLines: string[]
  atTheDoor: string
  about: string
}

/** ` since 2005`, or nothing while nobody has said the year. */
export const sinceYear = ({ openSince }: Pick<ClubFacts, 'openSince'>): string =>
  openSince === null ? '' : ` since ${openSince}`
