import { t } from '#messages/t.ts'

/** Times that a club chooses. */
export type RetentionTerms = {
  formerMemberDays: number
  /** Whether former members are erased at night, after a letter. */
  erasesFormerMembers: boolean
  letterDays: number
  activityDays: number
  auditDays: number
}

/** The terms of a new club, as the database sets them. @internal */
export const defaultTerms: RetentionTerms = {
  formerMemberDays: 1_095,
  erasesFormerMembers: false,
  letterDays: 365,
  activityDays: 730,
  auditDays: 3_650,
}

/** Days for which data is stored where the club has no choice. */
export const retentionDays = {
  formerMemberNotice: 28,
  sessions: 1,
  processorEvents: 30,
  unconfirmedSubscribers: 30,
  unconfirmedAccounts: 90,
  unpaidBookings: 365,
  cancelledAttempts: 365,
  uploadedTables: 7,
  undoneImports: 30,
  comparisons: 30,
  visits: 1_095,
  healthAnswers: 365,
} as const

export type RetentionRow = { what: string; howLong: string; why: string }

const days = (number: number) => t('retention.day', { number })

/** The one table of how long data is stored, for the privacy page, the settings page and docs/retention.md. */
export const retentionTable = ({
  formerMemberDays,
  erasesFormerMembers,
  letterDays,
  activityDays,
  auditDays,
}: RetentionTerms): RetentionRow[] => [
  {
    what: t('retention.accountAndProfile'),
    howLong: t('retention.untilYouDeleteIt'),
    why: t('retention.youUseThem'),
  },
  {
    what: t('retention.accountsOfFormerMembers'),
    howLong: erasesFormerMembers
      ? t('retention.afterTheLastVisitNotice', {
          days: days(formerMemberDays),
          notice: days(retentionDays.formerMemberNotice),
        })
      : t('retention.afterTheLastVisit', { days: days(formerMemberDays) }),
    why: t('retention.youMayComeBack'),
  },
  {
    what: t('retention.accountsWithoutAConfirmed'),
    howLong: t('retention.afterSigningUpOnce', { days: days(retentionDays.unconfirmedAccounts) }),
    why: t('retention.theAddressMayBe'),
  },
  {
    what: t('retention.subscriptionsToTheNewsletter'),
    howLong: t('retention.untilYouOrAn'),
    why: t('retention.youAskedForThe'),
  },
  {
    what: t('retention.subscriptionsThatWereNot'),
    howLong: days(retentionDays.unconfirmedSubscribers),
    why: t('retention.theAddressMayBe'),
  },
  {
    what: t('retention.sessionsWithTheBrowsers'),
    howLong: t('retention.30DaysOrUntil', { days: days(retentionDays.sessions) }),
    why: t('retention.youStaySignedIn'),
  },
  {
    what: t('retention.emailsOfTheClub'),
    howLong: t('retention.theTextUntilIt', { days: days(letterDays) }),
    why: t('retention.theOfficeCanSee'),
  },
  { what: t('retention.activityLog'), howLong: days(activityDays), why: t('retention.youCanSeeWhat') },
  {
    what: t('retention.auditLogOfThe'),
    howLong: days(auditDays),
    why: t('retention.changesToMoneyPrices'),
  },
  {
    what: t('retention.bookingsThatWereNever'),
    howLong: days(retentionDays.unpaidBookings),
    why: t('retention.latePaymentsFindTheir'),
  },
  {
    what: t('retention.cancelledAttemptsToPay'),
    howLong: days(retentionDays.cancelledAttempts),
    why: t('retention.questionsAboutACard'),
  },
  {
    what: t('retention.visitsWhenYouCame'),
    howLong: days(retentionDays.visits),
    why: t('retention.youCanSeeWhen'),
  },
  {
    what: t('retention.namesOnADevice'),
    howLong: t('retention.24HoursOrUntil'),
    why: t('retention.theDeskWorksWithout'),
  },
  {
    what: t('retention.hoursAndClasses'),
    howLong: t('retention.forGoodWithoutYour'),
    why: t('retention.theyShowWhatWas'),
  },
  {
    what: t('retention.answersAboutHealth'),
    howLong: t('retention.untilYouWithdraw', { days: days(retentionDays.healthAnswers) }),
    why: t('retention.yourTrainerLooksAfter'),
  },
  {
    what: t('retention.noticesOfTheCard'),
    howLong: days(retentionDays.processorEvents),
    why: t('retention.aNoticeThatComes'),
  },
  {
    what: t('retention.paidBookingsPaymentsRefunds'),
    howLong: t('retention.forGoodWithoutYour'),
    why: t('retention.taxLawAsksFor'),
  },
  {
    what: t('retention.picturesThatAreNo'),
    howLong: t('retention.1Day'),
    why: t('retention.aFormWithA'),
  },
  {
    what: t('retention.tablesOfMembersThat'),
    howLong: t('retention.whatEachRowDid', {
      days: days(retentionDays.uploadedTables),
      days2: days(retentionDays.undoneImports),
    }),
    why: t('retention.anImportCanBe'),
  },
  {
    what: t('retention.chargesOfOldSystem'),
    howLong: t('retention.afterTheMonth', { days: days(retentionDays.comparisons) }),
    why: t('retention.chargesAreCompared'),
  },
  {
    what: t('retention.copiesOfYourData'),
    howLong: t('retention.1Day'),
    why: t('retention.youCanDownloadThem'),
  },
  {
    what: t('retention.backups'),
    howLong: t('retention.aYearAtMost'),
    why: t('retention.theClubCanBe'),
  },
]
