/** Inclusive bounds: the length of a text in characters, or the value of a whole number. */
export type Bound = { least: number; most: number }

/**
 * Bounds of every field that people and programs can write. Input schemas, pages and the REST contract read
 * them here. Check constraints repeat them, and a test compares the two.
 */
export const bounds = {
  personName: { least: 1, most: 100 },
  preferredName: { least: 0, most: 100 },
  email: { least: 3, most: 254 },
  memberNumber: { least: 0, most: 40 },
  emergencyContact: { least: 0, most: 200 },
  waiver: { least: 1, most: 10_000 },
  healthQuestions: { least: 0, most: 3_000 },
  healthDetails: { least: 0, most: 1_000 },
  signatureDrawing: { least: 1, most: 20_000 },
  memberNote: { least: 1, most: 2_000 },
  memberTag: { least: 1, most: 40 },
  memberTags: { least: 0, most: 20 },
  language: { least: 0, most: 35 },
  consentOrigin: { least: 1, most: 200 },
  /** Length only; `pictureAddress` is validated elsewhere. */
  pictureAddress: { least: 1, most: 500 },
  password: { least: 6, most: 20 },

  heightCm: { least: 50, most: 260 },
  age: { least: 10, most: 120 },
  postalAddress: { least: 0, most: 300 },
  profileDescription: { least: 0, most: 2_000 },

  yearsOfExperience: { least: 0, most: 60 },
  hoursADay: { least: 1, most: 12 },
  skill: { least: 1, most: 60 },
  aboutTrainer: { least: 0, most: 2_000 },
  /** Skills that trainers add to the club's list. */
  ownSkills: { least: 0, most: 10 },
  closureReason: { least: 1, most: 120 },
  /** Days from the first to the last, exclusive of the first. */
  closureDays: { least: 0, most: 31 },
  /** Days, including the first and the last. */
  pauseDays: { least: 1, most: 14 },
  declineReason: { least: 1, most: 1_000 },
  takeDownWords: { least: 0, most: 300 },
  /** Program that an imported table comes from. */
  importSource: { least: 1, most: 60 },
  fileName: { least: 1, most: 200 },
  importedRows: { least: 1, most: 5_000 },
  importedColumns: { least: 1, most: 100 },
  importedBytes: { least: 0, most: 5 * 1024 * 1024 },
  /** What a member had left in another program. */
  openingCredits: { least: 0, most: 1_000 },
  openingPriceCents: { least: 0, most: 100_000_000 },
  membershipElsewhere: { least: 0, most: 100 },
  /** Reason of an intervention by the office, shown to the member. */
  officeReason: { least: 1, most: 300 },
  /** Days by which the office can extend a month, in total. */
  extendedDays: { least: 1, most: 31 },

  cancellationHours: { least: 0, most: 72 },
  graceMinutes: { least: 0, most: 120 },
  makeUpsAMonth: { least: 0, most: 31 },
  makeUpDays: { least: 7, most: 180 },
  makeUpAheadDays: { least: 1, most: 30 },
  firstHourNoticeMinutes: { least: 0, most: 1440 },
  coolOffHours: { least: 0, most: 336 },
  pauseNoticeHours: { least: 0, most: 168 },
  renewalOpenDays: { least: 1, most: 20 },
  coverHours: { least: 0, most: 48 },
  coverPercent: { least: 0, most: 100 },
  closeNoticeDays: { least: 1, most: 27 },
  classCancellationHours: { least: 0, most: 72 },
  promotedNoticeMinutes: { least: 0, most: 720 },
  tapHours: { least: 0, most: 24 },
  tapsAtOnce: { least: 0, most: 100 },
  awayDays: { least: 3, most: 90 },
  bookAheadDays: { least: 1, most: 42 },
  waitingLists: { least: 0, most: 20 },
  listOpenHours: { least: 1, most: 168 },
  /** Length of the night, which deadlines skip. */
  nightHours: { least: 0, most: 12 },

  formerMemberDays: { least: 365, most: 3_650 },
  letterDays: { least: 90, most: 3_650 },
  activityDays: { least: 90, most: 3_650 },
  auditDays: { least: 365, most: 3_650 },

  clubName: { least: 1, most: 60 },
  company: { least: 0, most: 120 },
  clubAddress: { least: 0, most: 300 },
  telephone: { least: 0, most: 40 },
  clubEmail: { least: 0, most: 254 },
  taxNumber: { least: 0, most: 40 },
  invoicePrefix: { least: 0, most: 10 },
  openSince: { least: 1800, most: 2100 },
  atTheDoor: { least: 0, most: 1_000 },
  aboutClub: { least: 0, most: 5_000 },
  ownWords: { least: 1, most: 10_000 },
  headline: { least: 0, most: 60 },
  tagline: { least: 0, most: 160 },
  point: { least: 0, most: 300 },
  voiceWho: { least: 0, most: 100 },
  voiceWords: { least: 1, most: 400 },

  slotName: { least: 1, most: 60 },
  startHour: { least: 0, most: 23 },
  /** Hour at which an absence ends. */
  untilHour: { least: 1, most: 24 },
  /** In any currency; `priceBounds` has those of each. */
  slotPriceCents: { least: 1, most: 90_000_000 },
  surchargeCents: { least: 0, most: 90_000_000 },
  planClasses: { least: 1, most: 60 },
  offerTitle: { least: 1, most: 80 },
  offerDescription: { least: 0, most: 500 },
  offerPriceCents: { least: 0, most: 90_000_000 },
  offerClasses: { least: 1, most: 200 },
  minMonths: { least: 0, most: 24 },
  noticeDays: { least: 0, most: 30 },
  validDays: { least: 1, most: 1_095 },
  voucherCode: { least: 4, most: 24 },
  voucherPercent: { least: 1, most: 100 },
  voucherUses: { least: 1, most: 100_000 },
  voucherUsesEach: { least: 1, most: 1_000 },
  voucherPeriods: { least: 1, most: 120 },

  roomName: { least: 1, most: 60 },
  deviceName: { least: 1, most: 60 },
  /** Places of a room, or of a class. */
  places: { least: 1, most: 500 },
  /** 1 for Monday to 7 for Sunday. */
  weekdayNumber: { least: 1, most: 7 },
  startMinute: { least: 0, most: 55 },
  classMinutes: { least: 15, most: 240 },
  classTitle: { least: 1, most: 120 },
  classDescription: { least: 1, most: 5_000 },
  postCaption: { least: 1, most: 5_000 },
  galleryCaption: { least: 0, most: 200 },
  galleryAltText: { least: 0, most: 300 },
  clubPictureAltText: { least: 0, most: 300 },

  newsletterSubject: { least: 1, most: 120 },
  newsletterWords: { least: 1, most: 10_000 },
  newsletterAltText: { least: 0, most: 300 },

  intentId: { least: 1, most: 255 },
  clientSecret: { least: 1, most: 500 },
  refundReason: { least: 1, most: 500 },
  payoutNote: { least: 0, most: 500 },
  cashNote: { least: 0, most: 500 },
  discountReason: { least: 1, most: 200 },
  /** Number on the slip of a card terminal. */
  slip: { least: 1, most: 60 },
  sharePercent: { least: 0, most: 100 },
} as const satisfies Record<string, Bound>
