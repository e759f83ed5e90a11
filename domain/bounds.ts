/** What a field takes: characters of a text, or the values of a whole number, both ends included. */
export type Bound = { least: number; most: number }

/**
 * The bounds of everything that people and programs may write. Input, pages and the REST contract read them
 * here; the tables carry the same ones as checks, and a test compares the two.
 */
export const bounds = {
  personName: { least: 1, most: 100 },
  email: { least: 3, most: 254 },
  /** Of characters; whether it is an address is another question. */
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
  /** How many skills of their own somebody may name beside those of the club. */
  ownSkills: { least: 0, most: 10 },
  closureReason: { least: 1, most: 120 },
  /** from the first day to the last */
  closureDays: { least: 0, most: 31 },
  /** both the first day and the last counted */
  pauseDays: { least: 1, most: 14 },
  declineReason: { least: 1, most: 1_000 },
  takeDownWords: { least: 0, most: 300 },
  /** why the office does something to what is somebody's, who reads it */
  officeReason: { least: 1, most: 300 },
  /** by which the office can let a month end later, in all */
  extendedDays: { least: 1, most: 31 },

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
  headline: { least: 0, most: 60 },
  tagline: { least: 0, most: 160 },
  point: { least: 0, most: 300 },
  voiceWho: { least: 0, most: 100 },
  voiceWords: { least: 1, most: 400 },

  slotName: { least: 1, most: 60 },
  startHour: { least: 0, most: 23 },
  /** at which somebody is there again */
  untilHour: { least: 1, most: 24 },
  slotPriceCents: { least: 50, most: 1_000_000 },

  classTitle: { least: 1, most: 120 },
  classDescription: { least: 1, most: 5_000 },
  postCaption: { least: 1, most: 5_000 },
  galleryCaption: { least: 0, most: 200 },
  galleryAltText: { least: 0, most: 300 },

  newsletterSubject: { least: 1, most: 120 },
  newsletterWords: { least: 1, most: 10_000 },
  newsletterAltText: { least: 0, most: 300 },

  intentId: { least: 1, most: 255 },
  clientSecret: { least: 1, most: 500 },
  refundReason: { least: 1, most: 500 },
  payoutNote: { least: 0, most: 500 },
  discountReason: { least: 1, most: 200 },
  /** The number on the slip of a card terminal. */
  slip: { least: 1, most: 60 },
  sharePercent: { least: 0, most: 100 },
} as const satisfies Record<string, Bound>
