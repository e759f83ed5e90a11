import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  day: string
  startHour: number
  /** Null when trainers take back their own hour. */
  insteadOf: string | null
  /** The member of an hour, or the title of a class. */
  memberName: string
  /** Local time of a class, such as `18:30`; missing for an hour. */
  classClock?: string
  wasAssigned: boolean
  /** Missing for hours, and in letters of an earlier release, whose trainers are all away. */
  isAway?: boolean
  /** What the hour pays, in cents; null when nothing moves. Missing in letters of an earlier release. */
  payCents?: number | null
}

export const coverAssigned = defineLetter({
  name: 'cover-assigned',
  kind: 'changes',
  compose: (facts: Facts, { firstName }) => ({
    subject: `${describeSubject(facts)}: ${formatDay(facts.day)}, ${clockOf(facts)}`,
    topic: t('letter.cover'),
    heading: `${formatFullDay(facts.day)}, ${clockOf(facts)}`,
    paragraphs: [
      t('letter.hello', { firstName, value: [describeCause(facts), ...describeLesson(facts)].join(' ') }),
    ],
    button: { label: t('letter.seeYourDates'), path: '/dashboard/week' },
    footnote: t('letter.youGetThisBecauseYou'),
  }),
  example: {
    day: '2026-11-24',
    startHour: 9,
    insteadOf: 'Jonas Brandt',
    memberName: 'Grace Whitlock',
    wasAssigned: true,
    payCents: 1230,
  },
})

const clockOf = ({ classClock, startHour }: Facts) => classClock ?? formatHour(startHour)

function describeSubject({ insteadOf, classClock }: Facts): string {
  if (insteadOf) return t('letter.youreCoveringFor', { insteadOf })
  return classClock ? t('letter.youreGivingYourOwn') : t('letter.youreGivingYourOwnHour')
}

/** Returns who asked for it and why, as the sentence after the greeting. */
function describeCause({ insteadOf, classClock, memberName, wasAssigned, isAway = true }: Facts): string {
  const lesson = classClock ? memberName : t('letter.thisHour')
  if (insteadOf && !isAway) return t('letter.theOfficeAskedYouInstead', { insteadOf, lesson })
  if (insteadOf)
    return wasAssigned
      ? t('letter.isAwayAndThe', { insteadOf, lesson })
      : t('letter.isAwayAndYou', { insteadOf, lesson })
  return wasAssigned ? t('letter.theOfficeAskedYou', { lesson }) : t('letter.youTookOfYour', { lesson })
}

const describeLesson = ({ classClock, memberName, payCents }: Facts): string[] => [
  classClock ? t('letter.itsMembersExpectYou') : t('letter.expectsYou', { memberName }),
  ...(payCents ? [t('letter.itPaysOnYour', { pay: formatMoney(payCents) })] : []),
]
