import { bounds, type Bound } from '#domain/bounds.ts'
import { cancellationDeadlineOf, minuteOfClock } from '#domain/lessons/lessons.rules.ts'

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
    choice: { true: 'is used up', false: 'is free' },
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
    meaning: (typed) => `${bound.least} to ${bound.most}. ${meaning(typed)}`,
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
      return `${clock(hour * 60)}: until ${clock(minute)}${daysBeforeSuffix(daysBefore)}.`
    })
    .join(' ')
}

const twoDigits = (part: number) => String(part).padStart(2, '0')
const clock = (minute: number) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
const daysBeforeSuffix = (days: number) =>
  days === 0 ? '' : days === 1 ? ' the day before' : ` ${days} days before`

export const policySections: PolicySection[] = [
  {
    heading: 'Giving back',
    note: 'Nights don’t count: a deadline is never at 4 in the morning.',
    sentences: [
      {
        pieces: ['The night is from ', ' to ', '.'],
        fields: [
          { name: 'quietFrom', label: 'The night begins at', bound: null },
          { name: 'quietUntil', label: 'The night ends at', bound: null },
        ],
        meaning: () =>
          `${bounds.nightHours.most} hours at most. All other hours are waking hours. With equal times, every hour counts.`,
      },
      sentence(
        'cancellationHours',
        'An hour can be given back or moved until # waking hours before it begins.',
        (typed) => deadlineExamples(typed, typed.cancellationHours, bounds.cancellationHours.most),
      ),
      sentence(
        'graceMinutes',
        'After booking there are # minutes to give it back in any case.',
        () => 'Only until the hour begins.',
      ),
      sentence(
        'makeUpsAMonth',
        'A member gets a make-up for at most # hours of a month that they give back or move.',
        () => 'Further hours given back are lost. An hour that the club calls off is always owed.',
      ),
      sentence(
        'makeUpDays',
        'A make-up can be used for # days.',
        () => 'Make-ups that a member already has keep their last day.',
      ),
      sentence(
        'makeUpAheadDays',
        'A make-up can be booked at most # days ahead.',
        () => 'Later hours stay free for people who buy them.',
      ),
    ],
  },
  {
    heading: 'Months',
    note: 'From the payment to the end of a month.',
    sentences: [
      sentence(
        'firstHourNoticeMinutes',
        'The first hour begins # minutes after payment at the earliest.',
        () => 'An hour that begins sooner isn’t part of the month.',
      ),
      sentence(
        'coolOffHours',
        'For # hours after payment, a member can cancel the month for a full refund.',
        () => 'Only until the first hour begins. 0 turns this off.',
      ),
      sentence(
        'pauseNoticeHours',
        'A member requests a pause at least # hours ahead.',
        () => `A pause lasts up to ${bounds.pauseDays.most} days, once a month.`,
      ),
      sentence(
        'renewalOpenDays',
        'In the last # days of a month its member can buy the next one before anyone else.',
        () => 'Applies at once, also to months that are already paid.',
      ),
    ],
  },
  {
    heading: 'Trainers',
    note: 'Absences, and hours that a trainer no longer offers.',
    sentences: [
      sentence(
        'coverHours',
        'If a trainer is away, the member knows # waking hours before whether the hour takes place.',
        (typed) =>
          `Without cover by then, it is called off and owed. ${deadlineExamples(typed, typed.coverHours, bounds.coverHours.most)}`,
      ),
      sentence(
        'coverPercent',
        'A trainer who gives another one’s hour gets # % of the trainer’s share of it.',
        () =>
          'The share of a month, divided by its dates. It moves when the hour begins; hours taken over earlier stay as they were.',
      ),
      sentence(
        'closeNoticeDays',
        'A trainer gives up a sold hour at least # days before its month ends.',
        () => 'The member keeps the month.',
      ),
    ],
  },
  {
    heading: 'Classes',
    note: 'A place in a class is paid with a class of a month or a pack.',
    sentences: [
      sentence(
        'classCancellationHours',
        'A place can be given back at no cost until # waking hours before the class begins.',
        (typed) =>
          `Later, the class counts as used. ${deadlineExamples(typed, typed.classCancellationHours, bounds.classCancellationHours.most)}`,
      ),
      sentence(
        'bookAheadDays',
        'A class can be booked from # days before it on.',
        () => 'Bookings made earlier stay.',
      ),
      sentence(
        'waitingLists',
        'A member can wait for # full classes at a time.',
        () => '0 turns waiting lists off. Members who wait already stay.',
      ),
      sentence(
        'promotedNoticeMinutes',
        'Who gets a place from the waiting list can give it back at no cost for # minutes.',
        () => 'Never after the class begins.',
      ),
      choice('lateCosts', 'A class that is given back too late #.', 'Counts for places booked from then on.'),
      choice('missedCosts', 'A class that is missed #.', 'An excuse gives it back in either case.'),
      sentence(
        'listOpenHours',
        'Trainers can mark who came until # hours after a lesson.',
        () => 'The office can for two weeks.',
      ),
      sentence(
        'awayDays',
        'Someone is away after # days without a visit.',
        () => 'Or two and a half times as long as they usually stay away, if that is longer.',
      ),
    ],
  },
  {
    heading: 'Reminders',
    note: 'Members can switch them off.',
    sentences: [
      {
        pieces: ['The reminder of tomorrow’s hours is sent at ', '.'],
        fields: [{ name: 'remindAt', label: 'The reminder of tomorrow’s hours is sent at', bound: null }],
        meaning: () => 'On Sundays it lists the hours of the week.',
      },
    ],
  },
]
