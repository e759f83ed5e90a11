import type { Generated } from 'kysely'
import type { CreatedAt, Day, MaybeTimestamp, Timestamp } from './column-types.ts'

export type Role = 'admin' | 'trainer' | 'member' | 'applied'
/** Work that an admin gives to a person beside the role. */
export type Duty = 'reception'

type UsersTable = {
  id: Generated<string>
  name: string
  /** Address of the sign-in; null for a person without one. */
  email: string | null
  emailVerified: boolean
  twoFactorEnabled: Generated<boolean>
  image: string | null
  createdAt: CreatedAt
  updatedAt: Generated<Date>
  /** Time of the erasure; the row is anonymous since. */
  erasedAt: MaybeTimestamp
}

type SessionsTable = {
  id: Generated<string>
  expiresAt: Timestamp
  token: string
  createdAt: CreatedAt
  updatedAt: Timestamp
  ipAddress: string | null
  userAgent: string | null
  userId: string
  /** Member for whom the person acts. */
  actsFor: string | null
}

type AccountsTable = {
  id: Generated<string>
  accountId: string
  providerId: string
  userId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: MaybeTimestamp
  refreshTokenExpiresAt: MaybeTimestamp
  scope: string | null
  password: string | null
  createdAt: CreatedAt
  updatedAt: Timestamp
}

type VerificationsTable = {
  id: Generated<string>
  identifier: string
  value: string
  expiresAt: Timestamp
  createdAt: CreatedAt
  updatedAt: Generated<Date>
}

type TwoFactorsTable = {
  id: Generated<string>
  userId: string
  secret: string
  backupCodes: string
  verified: Generated<boolean>
  failedVerificationCount: Generated<number>
  lockedUntil: MaybeTimestamp
  /** Time step of the last used code of the app; earlier ones are refused. */
  lastUsedStep: string | null
}

type ImagesTable = {
  id: Generated<string>
  ownerId: string | null
  width: number
  height: number
  /** `#rrggbb` */
  colour: string
  bytes: number
  createdAt: CreatedAt
}

type MembersTable = {
  userId: string
  role: Generated<Role>
  duty: Duty | null
  roleVersion: Generated<number>
  photoId: string | null
  heightCm: number | null
  age: number | null
  bloodGroup: string | null
  bloodGroupConsentedAt: MaybeTimestamp
  skills: Generated<string[]>
  description: Generated<string>
  telephone: Generated<string>
  preferredName: Generated<string>
  unwantedLetters: Generated<string[]>
  /** Counts the secret addresses of the calendar. */
  calendarVersion: Generated<number>
  announcementsKey: Generated<string>
  createdAt: CreatedAt
  updatedAt: Generated<Date>
  /** May have several lines. */
  postalAddress: Generated<string>
  leavingSince: MaybeTimestamp
  leavingByClub: Generated<boolean>
  datesSeenAt: MaybeTimestamp
  /** Address for letters of a person without a sign-in; a family may share one. */
  contactEmail: Generated<string>
  birthDate: Day | null
  memberNumber: Generated<string>
  emergencyContact: Generated<string>
  /** BCP 47 tag, or empty. */
  language: Generated<string>
  tags: Generated<string[]>
  newsletterConsentOn: Day | null
  newsletterConsentOrigin: Generated<string>
  /** Last day on which the person was signed in; null in an erased account. */
  lastSeenOn: Generated<Day | null>
  /** Void once the person was seen again. */
  erasureAnnouncedOn: Day | null
}

type MemberNotesTable = {
  id: Generated<string>
  memberId: string
  words: string
  byTrainer: Generated<boolean>
  isContact: Generated<boolean>
  writtenBy: string | null
  createdAt: CreatedAt
}

type GuardiansTable = {
  memberId: string
  guardianId: string
  /** First day on which the guardian acts no more; null for an adult. */
  until: Day | null
  createdAt: CreatedAt
}

type ActingGuardiansView = { memberId: string; guardianId: string; createdAt: Date; until: Day | null }

type WaiversTable = {
  version: number
  words: string
  /** Health questions, one a line. */
  questions: Generated<string>
  writtenBy: string | null
  createdAt: CreatedAt
}

type WaiverSignaturesTable = {
  id: Generated<string>
  memberId: string
  waiverVersion: number
  /** The member, or the guardian of a child. */
  signerName: string
  /** Path of an SVG of 600 by 140; null if the name was typed only. */
  drawing: string | null
  network: string
  /** The words as they were read in another language. Without them those of the version were read. */
  wordsRead: string | null
  /** Null for a signature on the person's own device. */
  takenBy: string | null
  signedAt: Generated<Date>
}

type HealthAnswersTable = {
  memberId: string
  /** Version of the waiver with the questions. */
  waiverVersion: number
  /** One for each question: true is yes. */
  answers: boolean[]
  details: Generated<string>
  /** Words of the consent to storing them. */
  consent: string
  /** Null for answers on the person's own device. */
  takenBy: string | null
  answeredAt: Generated<Date>
}

export type PeopleTables = {
  users: UsersTable
  sessions: SessionsTable
  accounts: AccountsTable
  verifications: VerificationsTable
  twoFactors: TwoFactorsTable
  images: ImagesTable
  members: MembersTable
  memberNotes: MemberNotesTable
  guardians: GuardiansTable
  /** Guardians who may act now. */
  actingGuardians: ActingGuardiansView
  waivers: WaiversTable
  waiverSignatures: WaiverSignaturesTable
  healthAnswers: HealthAnswersTable
}
