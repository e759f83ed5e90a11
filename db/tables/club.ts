import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, GeneratedDecimal, MaybeTimestamp } from './column-types.ts'

export type WaiverStep = 'visit' | 'purchase' | 'sign-up'

type ClubTable = {
  onlyRow: Generated<boolean>
  demoBegunAt: MaybeTimestamp
  demoLoadedAt: MaybeTimestamp
  /** Name of a time zone, such as `Europe/Rome`. */
  timeZone: Generated<string>
  name: string | null
  company: Generated<string>
  address: Generated<string>
  telephone: Generated<string>
  email: Generated<string>
  openSince: number | null
  /** A day without a time, such as `2026-10-04`. */
  opensOn: string | null
  atTheDoor: Generated<string>
  about: Generated<string>
  headlines: string[] | null
  taglines: string[] | null
  points: string[] | null
  serviceNames: string[] | null
  serviceLines: string[] | null
  settingsSavedAt: MaybeTimestamp
  firstPageSavedAt: MaybeTimestamp
  taxNumber: string | null
  taxPercent: GeneratedDecimal
  invoicePrefix: Generated<string>
  paysAtDesk: Generated<boolean>
  /** Creditor identifier of SEPA direct debits; a club without one takes none. */
  sepaCreditorId: string | null
  trainerShare: Generated<number>
  currency: Generated<string>
  language: Generated<string>
  /** Languages of the catalogue in which pages are offered besides the club's own. */
  otherLanguages: Generated<string[]>
  /** Monthly price of a new slot. */
  slotPriceCents: Generated<number>
  /** The codes at the door are made of it. */
  doorSecret: Generated<string>
  /** Step before which the current waiver has to be signed. */
  waiverNeededBefore: Generated<'nothing' | 'visit' | 'purchase' | 'sign-up'>
  formerMemberDays: Generated<number>
  erasesFormerMembers: Generated<boolean>
  letterDays: Generated<number>
  activityDays: Generated<number>
  auditDays: Generated<number>
  firstAdminDigest: string | null
  firstAdminUntil: MaybeTimestamp
}

export type PicturePlace =
  | 'slide-1'
  | 'slide-2'
  | 'slide-3'
  | 'service-1'
  | 'service-2'
  | 'service-3'
  | 'service-4'
  | 'service-5'
  | 'service-6'
  | 'service-7'
  | 'service-8'
  | 'service-9'
  | 'service-10'
  | 'sign-in'
  | 'sign-up'
  | 'profile'

type ClubPicturesTable = {
  place: PicturePlace
  /** Null for a drawing of the site's. */
  imageId: string | null
  drawing: string | null
  /** Paper of a printed photograph; null for a photograph as it is. */
  paper: 'clay' | 'pool' | 'blush' | 'bone' | 'volt' | 'ink' | null
  altText: Generated<string>
}

type OpeningHoursTable = {
  weekday: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday'
  span: Generated<number>
  opens: string
  closes: string
}

type PoliciesTable = {
  version: Generated<number>
  /** `21:00:00` of the club's clock */
  quietFrom: Generated<string>
  quietUntil: Generated<string>
  cancellationHours: Generated<number>
  graceMinutes: Generated<number>
  firstHourNoticeMinutes: Generated<number>
  makeUpDays: Generated<number>
  makeUpsAMonth: Generated<number>
  makeUpAheadDays: Generated<number>
  coverHours: Generated<number>
  classCancellationHours: Generated<number>
  promotedNoticeMinutes: Generated<number>
  awayDays: Generated<number>
  bookAheadDays: Generated<number>
  waitingLists: Generated<number>
  lateCosts: Generated<boolean>
  missedCosts: Generated<boolean>
  listOpenHours: Generated<number>
  /** Null until an admin sets it: nothing moves. */
  coverPercent: number | null
  /** `18:00:00` of the club's clock */
  remindAt: Generated<string>
  renewalOpenDays: Generated<number>
  closeNoticeDays: Generated<number>
  coolOffHours: Generated<number>
  pauseNoticeHours: Generated<number>
  setAt: Generated<Date>
}

/** Browsers that keep the desk's page. */
type ClubDevicesTable = {
  id: Generated<string>
  name: string
  /** SHA-256 of the token in the browser's cookie, in hexadecimal. */
  tokenDigest: string
  seenAt: Generated<Date>
  createdAt: CreatedAt
}

/** A text of the club in another language. */
type TranslationsTable = {
  language: string
  /** MD5 of the source. */
  sourceKey: ColumnType<string, never, never>
  source: string
  words: string
}

type RateLimitsTable = { key: string; points: Generated<number>; expire: number | null }

export type ClubTables = {
  club: ClubTable
  clubDevices: ClubDevicesTable
  clubPictures: ClubPicturesTable
  openingHours: OpeningHoursTable
  policies: PoliciesTable
  rateLimits: RateLimitsTable
  translations: TranslationsTable
}
