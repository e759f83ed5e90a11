import { bounds, type Bound } from '#domain/bounds.ts'
import { cancellationDeadlineOf, minuteOfClock } from '#domain/lessons/lessons.rules.ts'
import { t } from '#messages/t.ts'

export const policyNames = [
  'quietFrom',
  'quietUntil',
  'cancellationHours',
  'graceMinutes',
  'makeUpsAMonth',
  'makeUpDays',
  'makeUpAheadDays',
  'firstHourNoticeMinutes',
  'coolOffHours',
  'pauseNoticeHours',
  'renewalOpenDays',
  'coverHours',
  'coverPercent',
  'closeNoticeDays',
  'classCancellationHours',
  'bookAheadDays',
  'waitingLists',
  'promotedNoticeMinutes',
  'lateCosts',
  'missedCosts',
  'listOpenHours',
  'awayDays',
  'remindAt',
] as const
export type PolicyName = (typeof policyNames)[number]

/** The fields as typed, before validation. */
export type TypedPolicies = Record<PolicyName, string>

export const policiesFromForm = (form: URLSearchParams): TypedPolicies =>
  Object.fromEntries(policyNames.map((name) => [name, form.get(name) ?? ''])) as TypedPolicies

export type PolicyInputField = {
  name: PolicyName
  /** Accessible name of the field. */
  label: string
  /** Bounds of a number; null for a time or a choice. */
  bound: Bound | null
  /** The words of a choice. */
  choice?: { true: string; false: string }
}

/** A sentence: its text, with a field between each two pieces. */
export type PolicySentence = {
  pieces: string[]
  fields: PolicyInputField[]
  /** What the typed values mean for a member. */
  meaning: (typed: TypedPolicies) => string
}

type PolicySection = { heading: string; note: string; sentences: PolicySentence[] }

type ChoiceName = 'lateCosts' | 'missedCosts'

/** A sentence with a choice, written as `A class given back late # for its member.` */
function choice(name: ChoiceName, text: string, meaning: string): PolicySentence {
  const field = {
    name,
    label: text.replace('#', '…'),
    bound: null,
    choice: { true: t('policySentences.isUsedUp'), false: t('policySentences.isFree') },
  }
  return { pieces: text.split('#'), fields: [field], meaning: () => meaning }
}

type NumberName = Exclude<PolicyName, 'quietFrom' | 'quietUntil' | 'remindAt' | ChoiceName>

/** A sentence with one number, written as `An hour … # hours before.` */
function sentence(name: NumberName, text: string, meaning: PolicySentence['meaning']): PolicySentence {
  const bound = bounds[name]
  return {
    pieces: text.split('#'),
    fields: [{ name, label: text.replace('#', '…'), bound }],
    meaning: (typed) =>
      t('policySentences.to', { least: bound.least, most: bound.most, meaning: meaning(typed) }),
  }
}

/** `18:00: until 10:00. 07:00: until 13:00 the day before.`; empty while a typed value is invalid. */
function deadlineExamples(
  { quietFrom, quietUntil }: TypedPolicies,
  typedHours: string,
  most: number,
): string {
  const cancellationHours = Number(typedHours)
  if (!/^\d{1,3}$/.test(typedHours) || cancellationHours > most) return ''
  const night = (minuteOfClock(quietUntil) - minuteOfClock(quietFrom) + 1440) % 1440
  // false for NaN, while a time is empty
  if (!(night <= bounds.nightHours.most * 60)) return ''
  return [18, 7]
    .map((hour) => {
      const { daysBefore, minute } = cancellationDeadlineOf(hour, {
        cancellationHours,
        quietFrom,
        quietUntil,
      })
      return t('policySentences.until', {
        clock: clock(hour * 60),
        clock2: clock(minute),
        daysBeforeSuffix: daysBeforeSuffix(daysBefore),
      })
    })
    .join(' ')
}

const twoDigits = (part: number) => String(part).padStart(2, '0')
const clock = (minute: number) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
const daysBeforeSuffix = (days: number) =>
  days === 0 ? '' : days === 1 ? t('policySentences.theDayBefore') : t('policySentences.daysBefore', { days })

export const policySections = (): PolicySection[] => [
  {
    heading: t('policySentences.givingBack'),
    note: t('policySentences.nightsDontCountA'),
    sentences: [
      {
        pieces: [t('policySentences.theNightIsFrom'), t('policySentences.to2'), '.'],
        fields: [
          { name: 'quietFrom', label: t('policySentences.theNightBeginsAt'), bound: null },
          { name: 'quietUntil', label: t('policySentences.theNightEndsAt'), bound: null },
        ],
        meaning: () => t('policySentences.hoursAtMostAll', { most: bounds.nightHours.most }),
      },
      sentence('cancellationHours', t('policySentences.anHourCanBe'), (typed) =>
        deadlineExamples(typed, typed.cancellationHours, bounds.cancellationHours.most),
      ),
      sentence('graceMinutes', t('policySentences.afterBookingThereAre'), () =>
        t('policySentences.onlyUntilTheHour'),
      ),
      sentence('makeUpsAMonth', t('policySentences.aMemberGetsA'), () =>
        t('policySentences.furtherHoursGivenBack'),
      ),
      sentence('makeUpDays', t('policySentences.aMakeUpCan'), () => t('policySentences.makeUpsThatA')),
      sentence('makeUpAheadDays', t('policySentences.aMakeUpCan2'), () =>
        t('policySentences.laterHoursStayFree'),
      ),
    ],
  },
  {
    heading: t('policySentences.months'),
    note: t('policySentences.fromThePaymentTo'),
    sentences: [
      sentence('firstHourNoticeMinutes', t('policySentences.theFirstHourBegins'), () =>
        t('policySentences.anHourThatBegins'),
      ),
      sentence('coolOffHours', t('policySentences.forHoursAfterPayment'), () =>
        t('policySentences.onlyUntilTheFirst'),
      ),
      sentence('pauseNoticeHours', t('policySentences.aMemberRequestsA'), () =>
        t('policySentences.aPauseLastsUp', { most: bounds.pauseDays.most }),
      ),
      sentence('renewalOpenDays', t('policySentences.inTheLastDays'), () =>
        t('policySentences.appliesAtOnceAlso'),
      ),
    ],
  },
  {
    heading: t('navigation.trainers'),
    note: t('policySentences.absencesAndHoursThat'),
    sentences: [
      sentence('coverHours', t('policySentences.ifATrainerIs'), (typed) =>
        t('policySentences.withoutCoverByThen', {
          deadlineExamples: deadlineExamples(typed, typed.coverHours, bounds.coverHours.most),
        }),
      ),
      sentence('coverPercent', t('policySentences.aTrainerWhoGives'), () => t('policySentences.theShareOfA')),
      sentence('closeNoticeDays', t('policySentences.aTrainerGivesUp'), () =>
        t('policySentences.theMemberKeepsThe'),
      ),
    ],
  },
  {
    heading: t('navigation.classes'),
    note: t('policySentences.aPlaceInA'),
    sentences: [
      sentence('classCancellationHours', t('policySentences.aPlaceCanBe'), (typed) =>
        t('policySentences.laterTheClassCounts', {
          deadlineExamples: deadlineExamples(
            typed,
            typed.classCancellationHours,
            bounds.classCancellationHours.most,
          ),
        }),
      ),
      sentence('bookAheadDays', t('policySentences.aClassCanBe'), () =>
        t('policySentences.bookingsMadeEarlierStay'),
      ),
      sentence('waitingLists', t('policySentences.aMemberCanWait'), () =>
        t('policySentences.0TurnsWaitingLists'),
      ),
      sentence('promotedNoticeMinutes', t('policySentences.whoGetsAPlace'), () =>
        t('policySentences.neverAfterTheClass'),
      ),
      choice('lateCosts', t('policySentences.aClassThatIs'), t('policySentences.countsForPlacesBooked')),
      choice('missedCosts', t('policySentences.aClassThatIs2'), t('policySentences.anExcuseGivesIt')),
      sentence('listOpenHours', t('policySentences.trainersCanMarkWho'), () =>
        t('policySentences.theOfficeCanFor'),
      ),
      sentence('awayDays', t('policySentences.someoneIsAwayAfter'), () => t('policySentences.orTwoAndA')),
    ],
  },
  {
    heading: t('policySentences.reminders'),
    note: t('policySentences.membersCanSwitchThem'),
    sentences: [
      {
        pieces: [t('policySentences.theReminderOfTomorrows'), '.'],
        fields: [{ name: 'remindAt', label: t('policySentences.theReminderOfTomorrows2'), bound: null }],
        meaning: () => t('policySentences.onSundaysItLists'),
      },
    ],
  },
]
