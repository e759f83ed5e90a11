import { defaultLocale } from '#format/locale.ts'
import type { Language } from '#messages/languages.ts'
import { t } from '#messages/t.ts'
import type { ClubPictures } from './club-pictures.rules.ts'
import type { OpeningHoursSpecification } from './opening-hours.rules.ts'

/** Public facts about the club. A fact that is not set is '', null or an empty list. */
export type ClubFacts = {
  name: string
  demo: boolean
  /** IANA time zone of every date shown, such as `Europe/Rome`. */
  timeZone: string
  /** ISO 4217 code in lower case. */
  currency: string
  /** Locale of dates, as a BCP 47 tag. */
  language: string
  /** Languages of the pages, the club's own first. Its pages have no prefix; those of others begin with `/de`. */
  languages: Language[]
  /** URL of the club's site, without a trailing slash. */
  publicUrl: string
  /** The current year of the club's calendar. */
  year: number
  /** The registered name. */
  company: string
  address: string
  telephone: string
  email: string
  /** The year in which the club opened. */
  openSince: number | null
  /** The day of opening, such as `2027-01-11`, or `soon`, until it has come; null for an open club. */
  opensOn: string | null
  /** Opening hours, such as `Open every day, 05:45 to 22:00`; '' if not set. */
  opening: string
  /** The same for schema.org. */
  openingSpecification: OpeningHoursSpecification[]
  /** Closures that last until today or later and begin within 14 days, in order. */
  closures: ClubClosure[]
  /** The same as text, such as `Closed on Tue 1 Dec: stocktaking`; '' without any. */
  closed: string
  pictures: ClubPictures
}

/** Whether a club that opens on a day, or `soon`, is open on another one. */
export const isOpenOn = (day: string, opensOn: string) => opensOn !== 'soon' && opensOn <= day

/** Days without opening hours, such as `2026-12-01`; both included. */
export type ClubClosure = { fromDay: string; untilDay: string; reason: string }

/** The facts of a club that has not set any. */
export const defaultClubFacts: ClubFacts = {
  name: 'Palestra',
  demo: false,
  timeZone: 'UTC',
  ...defaultLocale,
  languages: ['en'],
  publicUrl: '',
  year: 0,
  company: '',
  address: '',
  telephone: '',
  email: '',
  openSince: null,
  opensOn: null,
  opening: '',
  openingSpecification: [],
  closures: [],
  closed: '',
  pictures: {},
}

/** The club's texts on the home page and the pages linked from it. */
export type ClubCopy = {
  /** Three headlines, one over each picture; '' shows the picture alone. */
  headlines: string[]
  taglines: string[]
  points: string[]
  serviceNames: string[]
  serviceLines: string[]
  atTheDoor: string
  about: string
}

/** ` since 2005`, or '' if the year is not set. */
export const sinceYear = ({ openSince }: Pick<ClubFacts, 'openSince'>): string =>
  openSince === null ? '' : t('club.since', { year: openSince })
