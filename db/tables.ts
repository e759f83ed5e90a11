// The tables as the code sees them: one type a table, names in camel case (the client translates).
// The SQL in db/migrations is the truth; a test compares the two.
import type { ColumnType, Generated } from 'kysely'

type CreatedAt = ColumnType<Date, Date | undefined, never>
type Timestamp = ColumnType<Date, Date, Date>
/** The driver reads exact decimals as text. */
type GeneratedDecimal = ColumnType<string, number | undefined, number>
type MaybeTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>

export type Role = 'admin' | 'trainer' | 'member' | 'applied'
export type PlanName = 'silver' | 'gold' | 'diamond'
export type CardProcessorName = 'stripe' | 'sandbox'
/** Method of a desk payment or refund. */
export type DeskMethod = 'cash' | 'transfer' | 'terminal'
export type PaymentMethod = 'card' | 'cash' | 'transfer' | 'terminal'
export type BookingState =
  | 'held'
  | 'paying'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'refund_due'
  | 'refunded'
  | 'ended'
/** Whether a booking has its hour now, or from the end of the month before. */
export type BookingPeriod = 'current' | 'upcoming'
/** Whether its holder goes on with an hour after the month. */
export type Renewal = 'undecided' | 'declined' | 'closed'

type ClubTable = {
  onlyRow: Generated<boolean>
  demoBegunAt: MaybeTimestamp
  demoLoadedAt: MaybeTimestamp
  /** In which days and months are counted, such as `Europe/Rome`. */
  timeZone: Generated<string>
  name: string | null
  company: Generated<string>
  address: Generated<string>
  telephone: Generated<string>
  email: Generated<string>
  openSince: number | null
  atTheDoor: Generated<string>
  about: Generated<string>
  headlines: string[] | null
  taglines: string[] | null
  points: string[] | null
  serviceNames: string[] | null
  serviceLines: string[] | null
  settingsSavedAt: MaybeTimestamp
  taxNumber: string | null
  taxPercent: GeneratedDecimal
  invoicePrefix: Generated<string>
  paysAtDesk: Generated<boolean>
  trainerShare: Generated<number>
  currency: Generated<string>
  language: Generated<string>
  firstAdminDigest: string | null
  firstAdminUntil: MaybeTimestamp
}

type OpeningHoursTable = {
  weekday: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday'
  opens: string
  closes: string
}
type TestimonialsTable = {
  id: Generated<string>
  name: string
  who: Generated<string>
  words: string
  imageId: string
  /** A day without a time, such as `2026-10-04`. */
  agreedOn: string
  createdAt: CreatedAt
}

type UsersTable = {
  id: Generated<string>
  name: string
  email: string
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
type TwoFactorsTable = {
  id: Generated<string>
  userId: string
  secret: string
  backupCodes: string
  verified: Generated<boolean>
  failedVerificationCount: Generated<number>
  lockedUntil: MaybeTimestamp
}
type VerificationsTable = {
  id: Generated<string>
  identifier: string
  value: string
  expiresAt: Timestamp
  createdAt: CreatedAt
  updatedAt: Generated<Date>
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
  roleVersion: Generated<number>
  photoId: string | null
  heightCm: number | null
  age: number | null
  bloodGroup: string | null
  skills: Generated<string[]>
  description: Generated<string>
  unwantedLetters: Generated<string[]>
  /** Which of the secret addresses of their calendar opens it: they are counted. */
  calendarVersion: Generated<number>
  announcementsKey: Generated<string>
  createdAt: CreatedAt
  updatedAt: Generated<Date>
  /** Of several lines; printed on invoices given from then on. */
  postalAddress: Generated<string>
  /** They go once their months are over. */
  leavingSince: MaybeTimestamp
  /** The office decided that, and not they. */
  leavingByClub: Generated<boolean>
}

/** A person's latest data export. */
type CopiesTable = {
  memberId: string
  id: Generated<string>
  requestedAt: Generated<Date>
  madeAt: MaybeTimestamp
  until: MaybeTimestamp
  bytes: number | null
}

type RateLimitsTable = { key: string; points: Generated<number>; expire: number | null }

type TrainerApplicationsTable = {
  id: Generated<string>
  userId: string
  name: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: Generated<string[]>
  photoId: string | null
  state: Generated<'pending' | 'approved' | 'declined' | 'withdrawn'>
  reason: string | null
  decidedBy: string | null
  decidedAt: MaybeTimestamp
  createdAt: CreatedAt
}

type TrainersTable = {
  id: Generated<string>
  userId: string
  name: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: Generated<string[]>
  about: Generated<string>
  photoId: string | null
  joinedAt: Generated<Date>
  retiredAt: MaybeTimestamp
  /** since when they offer hours on these days */
  offeredAt: Generated<Date>
}

type SlotsTable = {
  id: Generated<string>
  trainerId: string
  name: string
  /** 0 to 23, in the club's time zone */
  startHour: number
  priceCents: number
  currency: Generated<string>
  removedAt: MaybeTimestamp
  /** since when it is offered with its name, hour and price */
  offeredAt: Generated<Date>
  createdAt: CreatedAt
}

type PlansTable = { name: PlanName; surchargeCents: number; classes: number; position: number }

type BookingsTable = {
  id: Generated<string>
  slotId: string
  buyerId: string
  state: Generated<BookingState>
  plan: PlanName | null
  slotPriceCents: number
  /** What the hour was called and when it was when it was held; null for those of before. The database's to write. */
  heldSlot: string | null
  heldHour: number | null
  amountCents: number | null
  currency: Generated<string>
  attempt: Generated<number>
  holdExpiresAt: MaybeTimestamp
  paidAt: MaybeTimestamp
  paidUntil: MaybeTimestamp
  createdAt: CreatedAt
  changedAt: Generated<Date>
  network: string | null
  period: Generated<BookingPeriod>
  followsId: string | null
  renewal: Generated<Renewal>
  /** this and the next two are the database's to write */
  anchorAt: MaybeTimestamp
  monthNumber: Generated<number>
  beginsAt: MaybeTimestamp
  discountCents: Generated<number>
  discountReason: string | null
  forDesk: Generated<boolean>
  /** Days that the office added to this month, and to those before it. */
  extendedDays: Generated<number>
  carriedDays: Generated<number>
  /** Since when it has the hour that it has now; null since its month began. */
  movedAt: MaybeTimestamp
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
  /** `18:00:00` of the club's clock */
  remindAt: Generated<string>
  renewalOpenDays: Generated<number>
  closeNoticeDays: Generated<number>
  coolOffHours: Generated<number>
  pauseNoticeHours: Generated<number>
  setAt: Generated<Date>
}
type MonthsTable = {
  bookingId: string
  weekdays: string[]
  startHour: number
  datesFrom: Date
  datesUntil: Date
  policyVersion: number
}
/** A day of the club's calendar: `2026-11-23`. */
export type Day = string
export type LessonState = 'planned' | 'called_off'
export type LessonCancellationReason =
  | 'refunded'
  | 'month over'
  | 'no such hour'
  | 'given back'
  | 'moved'
  | 'by the club'
  | 'closed'
  | 'paused'
  | 'trainer away'
export type MakeUpReason =
  | 'no such hour'
  | 'trainer taken'
  | 'given back'
  | 'moved'
  | 'by the club'
  | 'closed'
  | 'paid late'
  | 'paused'
  | 'trainer away'
  | 'granted'
export type ParticipantState = 'booked' | 'cancelled' | 'late' | 'called_off'
type LessonsTable = {
  id: Generated<string>
  bookingId: string
  trainerId: string
  onDate: Day
  startHour: number
  /** follows from day and hour, by a trigger */
  startsAt: ColumnType<Date, never, never>
  state: Generated<LessonState>
  calledOffBecause: LessonCancellationReason | null
  /** Whom the trainer stands in for. */
  insteadOf: string | null
  /** Its trainer is away: until when another one can take it before it is called off. */
  coverUntil: MaybeTimestamp
  /** How often it changed, and when: what calendars are told. */
  sequence: Generated<number>
  changedAt: Generated<Date>
  createdAt: CreatedAt
}
type ParticipantsTable = {
  id: Generated<string>
  lessonId: string
  memberId: string
  state: Generated<ParticipantState>
  freeUntil: Date
  policyVersion: number
  bookedAt: Generated<Date>
  changedAt: Generated<Date>
}
type MakeUpsTable = {
  id: Generated<string>
  memberId: string
  bookingId: string
  because: MakeUpReason
  fromLessonId: string | null
  fromDate: Day
  until: Day
  spentOn: string | null
  /** The admin who granted it by hand, the reason, and the form's request key. */
  grantedBy: string | null
  reason: string | null
  requestKey: string | null
  /** The money of its hour, which went back instead. */
  refundId: string | null
  createdAt: CreatedAt
}

type ClosuresTable = {
  id: Generated<string>
  fromDay: Day
  untilDay: Day
  reason: string
  setBy: string
  createdAt: CreatedAt
}

type AbsencesTable = {
  id: Generated<string>
  trainerId: string
  fromDay: Day
  /** 0 to 23, by the clock on the wall */
  fromHour: number
  untilDay: Day
  /** 1 to 24: the first hour that they are there again */
  untilHour: number
  setBy: string
  createdAt: CreatedAt
}

type PaymentAttemptsTable = {
  bookingId: string
  attempt: number
  processor: CardProcessorName
  amountCents: number
  currency: string
  intentId: string | null
  clientSecret: string | null
  state: Generated<'creating' | 'open' | 'succeeded' | 'cancelled'>
  failure: string | null
  createdAt: CreatedAt
  changedAt: Generated<Date>
}

type PaymentsTable = {
  id: Generated<string>
  bookingId: string
  /** null for what the desk took, as is the next one */
  intentId: string | null
  chargeId: string | null
  amountCents: number
  currency: string
  refundedCents: Generated<number>
  receivedAt: Generated<Date>
  method: Generated<PaymentMethod>
  cardBrand: string | null
  cardLast4: string | null
  takenBy: string | null
  slip: string | null
  bankedOn: Day | null
  /** Written by the database; null only until the first start after shares were kept. */
  sharePercent: number | null
}

type StrayChargesTable = {
  id: Generated<string>
  bookingId: string
  intentId: string
  chargeId: string | null
  amountCents: number
  currency: string
  refundedCents: Generated<number>
  receivedAt: Generated<Date>
}

type SharesTable = {
  trainerId: string
  countsFrom: Day
  percent: number
  setBy: string
  setAt: Generated<Date>
}

type TrainerBooksView = {
  trainerId: string
  kind: 'sale' | 'refund' | 'payout'
  entryId: string
  bookingId: string | null
  enteredAt: Date
  sharePercent: number | null
  /** signed, as is the trainer's part of it */
  cents: number
  partCents: number
  note: string
}

type RefundsTable = {
  id: Generated<string>
  paymentId: string | null
  strayChargeId: string | null
  amountCents: number
  reason: string
  requestKey: string
  attempt: Generated<number>
  processorRefundId: string | null
  state: Generated<'pending' | 'succeeded' | 'failed'>
  requestedBy: string | null
  createdAt: CreatedAt
  settledAt: MaybeTimestamp
  handedBack: DeskMethod | null
  handedBackBy: string | null
}

type DisputesTable = {
  id: string
  paymentId: string | null
  strayChargeId: string | null
  amountCents: number
  currency: string
  reason: string
  status: string
  openedAt: Generated<Date>
}

type PayoutsTable = {
  id: Generated<string>
  trainerId: string
  amountCents: number
  currency: Generated<string>
  note: Generated<string>
  requestKey: string
  recordedBy: string
  createdAt: CreatedAt
}

type InvoicesTable = {
  id: Generated<string>
  year: number
  ordinal: number
  number: string
  paymentId: string
  refundId: string | null
  givenAt: Date
  amountCents: number
  taxCents: number
  taxPercent: string
  currency: string
  reason: Generated<string>
  sellerName: string
  sellerAddress: string
  sellerTelephone: string
  sellerEmail: string
  taxNumber: string | null
  buyerName: string
  buyerEmail: string
  buyerAddress: Generated<string>
  slotName: string
  startHour: number
  weekdays: string[]
  trainerName: string
  plan: PlanName
  classes: number
  slotPriceCents: number
  surchargeCents: number
  monthFrom: MaybeTimestamp
  monthUntil: MaybeTimestamp
  lessonCount: number
  firstLessonOn: Day | null
  lastLessonOn: Day | null
}

type ProcessorEventsTable = { id: string; type: string; receivedAt: Generated<Date> }

type ReceivedIntentsTable = { intentId: string }

type BouncedRefundsTable = {
  id: Generated<string>
  refundId: string
  amountCents: number
  settledAt: Date
  bouncedAt: Date
}

type RefundLinesView = {
  refundId: string
  paymentId: string | null
  strayChargeId: string | null
  /** what went back, below 0 when it came back again */
  cents: number
  enteredAt: Date
  reason: string
  handedBack: DeskMethod | null
}

type FailedRefundsView = {
  id: string
  paymentId: string | null
  strayChargeId: string | null
  bookingId: string
  amountCents: number
  currency: string
  reason: string
  settledAt: Date
}

type LedgerView = {
  kind: 'payment' | 'refund' | 'payout' | 'dispute'
  entryId: string
  bookingId: string | null
  trainerId: string | null
  /** signed: money in is positive */
  cents: number
  currency: string
  enteredAt: Date
  note: string
  /** null for a payout */
  method: PaymentMethod | null
}

/** A day of the club's calendar in the books; kept by triggers, as are all sums. */
type LedgerDaysTable = {
  day: string
  kind: 'payment' | 'refund' | 'payout' | 'dispute'
  plan: PlanName | null
  /** signed */
  cents: number
  entries: number
}

type TrainerSlotCountsTable = { trainerId: string; offered: number; sold: number }

/** Members with a paid month, and the end of the first of them. */
type ActiveMembersTable = { userId: string; joinedAt: Date; endsAt: Date }

/** One row: the hours of all trainers at work. */
type SlotTotalsTable = { onlyRow: Generated<boolean>; offered: number; sold: number }

type TrainerSumsTable = { trainerId: string; soldCents: number; partCents: number; paidOutCents: number }

type SandboxIntentsTable = {
  id: string
  clientSecret: string
  amountCents: number
  currency: string
  bookingId: string
  attempt: number
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  declineCode: string | null
  declineMessage: string | null
  chargeId: string | null
  cardBrand: string | null
  cardLast4: string | null
  refusesRefunds: Generated<boolean>
  idempotencyKey: string
  createdAt: CreatedAt
}
type SandboxRefundsTable = {
  id: string
  intentId: string
  amountCents: number
  refundId: string
  idempotencyKey: string
  createdAt: CreatedAt
}

type ClassesTable = {
  id: Generated<string>
  title: string
  description: string
  imageId: string
  trainerId: string
  createdAt: CreatedAt
  changedAt: Generated<Date>
}
type PostsTable = {
  id: Generated<string>
  authorId: string
  caption: string
  imageId: string
  likes: Generated<number>
  dislikes: Generated<number>
  createdAt: CreatedAt
  changedAt: Generated<Date>
}
type PostDaysTable = { day: string; posts: number }
type PostMonthsTable = { month: string; posts: number }
type SubscriberDaysTable = { day: string; people: number; confirmed: number }
type SubscriberMonthsTable = { month: string; people: number }
type NewsletterSumsTable = { newsletterId: string; letters: number; handedOver: number; failed: number }
type ReportsTable = {
  postId: string
  reporterId: string
  reason: string
  words: string | null
  createdAt: CreatedAt
  leftAt: MaybeTimestamp
}

type PostClicksTable = {
  postId: string
  userId: string
  likes: Generated<number>
  dislikes: Generated<number>
}
type GalleryItemsTable = {
  id: Generated<string>
  imageId: string
  caption: Generated<string>
  altText: Generated<string>
  position: number
  createdAt: CreatedAt
}
type SubscribersTable = {
  id: Generated<string>
  name: string
  email: string
  createdAt: CreatedAt
  confirmedAt: MaybeTimestamp
  key: Generated<string>
}

type LettersTable = {
  id: Generated<string>
  cause: string
  letter: string
  userId: string | null
  name: string
  email: string
  subject: string
  html: string | null
  text: string | null
  queuedAt: Generated<Date>
  usefulUntil: MaybeTimestamp
  tries: Generated<number>
  nextTryAt: Generated<Date | null>
  handedOverAt: MaybeTimestamp
  failedAt: MaybeTimestamp
  failure: string | null
  newsletterId: string | null
  unsubscribePath: string | null
  addressRefused: Generated<boolean>
  /** Its newsletter is held back. */
  paused: Generated<boolean>
}

type NewslettersTable = {
  id: Generated<string>
  subject: string
  words: string
  imageId: string | null
  altText: Generated<string>
  audience: Generated<'subscribers' | 'members'>
  trainerId: string | null
  authorId: string
  state: Generated<'draft' | 'sending' | 'paused'>
  createdAt: CreatedAt
  changedAt: Generated<Date>
  testedAt: MaybeTimestamp
  begunAt: MaybeTimestamp
  writtenAt: MaybeTimestamp
  unsubscribed: Generated<number>
}

export type ActivityKind =
  | 'account'
  | 'booking'
  | 'payment'
  | 'refund'
  | 'application'
  | 'post'
  | 'class'
  | 'click'
  | 'profile'
  | 'sign-in'
type ActivitiesTable = {
  id: Generated<number>
  userId: string
  kind: ActivityKind
  summary: string
  detail: string | null
  bookingId: string | null
  foldKey: string | null
  times: Generated<number>
  happenedAt: Generated<Date>
}
type AuditEntriesTable = {
  id: Generated<number>
  actorId: string | null
  action: string
  subjectKind: string
  subjectId: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  happenedAt: Generated<Date>
}

export type Tables = {
  club: ClubTable
  openingHours: OpeningHoursTable
  testimonials: TestimonialsTable
  users: UsersTable
  sessions: SessionsTable
  accounts: AccountsTable
  twoFactors: TwoFactorsTable
  verifications: VerificationsTable
  images: ImagesTable
  members: MembersTable
  copies: CopiesTable
  rateLimits: RateLimitsTable
  trainerApplications: TrainerApplicationsTable
  trainers: TrainersTable
  slots: SlotsTable
  plans: PlansTable
  bookings: BookingsTable
  policies: PoliciesTable
  months: MonthsTable
  lessons: LessonsTable
  participants: ParticipantsTable
  makeUps: MakeUpsTable
  closures: ClosuresTable
  absences: AbsencesTable
  paymentAttempts: PaymentAttemptsTable
  payments: PaymentsTable
  strayCharges: StrayChargesTable
  refunds: RefundsTable
  disputes: DisputesTable
  payouts: PayoutsTable
  invoices: InvoicesTable
  shares: SharesTable
  trainerBooks: TrainerBooksView
  processorEvents: ProcessorEventsTable
  receivedIntents: ReceivedIntentsTable
  bouncedRefunds: BouncedRefundsTable
  refundLines: RefundLinesView
  failedRefunds: FailedRefundsView
  ledger: LedgerView
  ledgerDays: LedgerDaysTable
  trainerSums: TrainerSumsTable
  trainerSlotCounts: TrainerSlotCountsTable
  slotTotals: SlotTotalsTable
  activeMembers: ActiveMembersTable
  sandboxIntents: SandboxIntentsTable
  sandboxRefunds: SandboxRefundsTable
  classes: ClassesTable
  posts: PostsTable
  postDays: PostDaysTable
  postMonths: PostMonthsTable
  postClicks: PostClicksTable
  reports: ReportsTable
  galleryItems: GalleryItemsTable
  subscribers: SubscribersTable
  subscriberDays: SubscriberDaysTable
  subscriberMonths: SubscriberMonthsTable
  letters: LettersTable
  newsletters: NewslettersTable
  newsletterSums: NewsletterSumsTable
  activities: ActivitiesTable
  auditEntries: AuditEntriesTable
}
