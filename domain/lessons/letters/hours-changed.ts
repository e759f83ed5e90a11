import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Hour = { day: string; startHour: number; memberName: string }

/** Cause of the change, by the member or by the club. */
export type HoursChangedReason =
  | 'given back'
  | 'moved'
  | 'chosen'
  | 'paused'
  | 'by the club'
  | 'closed'
  | 'month moved'
  | 'month extended'
  | 'refunded'
  | 'left'
  | 'no such hour'

type Facts = {
  because: HoursChangedReason
  /** Lessons of this trainer that were called off, and new ones; at least one in total. */
  removed: Hour[]
  added: Hour[]
}

const formatWhen = ({ day, startHour }: Hour) => `${formatDay(day)}, ${formatHour(startHour)}`

/** Returns the heading, and the text that follows the greeting. */
function describeChange({ because, removed, added }: Facts): { heading: string; text: string } {
  const [first] = [...removed, ...added]
  const member = first?.memberName ?? ''
  const when = first ? formatWhen(first) : ''
  const free = t('letter.theHourIsOpen')
  switch (because) {
    case 'given back':
      return { heading: t('letter.givenBack', { when }), text: t('letter.isntComingThen', { member, free }) }
    case 'moved':
      return added[0] === undefined
        ? {
            heading: t('letter.movedAway', { when }),
            text: t('letter.isSeeingAnotherTrainer', { member, free }),
          }
        : {
            heading: t('letter.moved', { value: formatWhen(added[0]) }),
            text: t('letter.isComingThenInstead', { member }),
          }
    case 'chosen':
      return { heading: t('letter.chosen', { when }), text: t('letter.isComingThenFor', { member }) }
    case 'paused':
      return {
        heading: t('letter.pausedHour', { count: removed.length }),
        text: t('letter.isAwayForA', { member }),
      }
    case 'by the club':
      return {
        heading: t('letter.calledOff3', { when }),
        text: t('letter.theOfficeCalledIt', { member }),
      }
    case 'month moved':
      return {
        heading: added[0]
          ? t('letter.movedTo2', { startHour: formatHour(added[0].startHour), member })
          : t('letter.moved2', { member }),
        text: t('letter.theOfficeMovedS', { member }),
      }
    case 'month extended':
      return {
        heading: t('letter.extended', { member }),
        text: t('letter.theOfficeExtendedS', { member }),
      }
    case 'refunded':
      return {
        heading: t('letter.givenUpHour', { count: removed.length }),
        text: t('letter.getsTheMoneyFor', { member }),
      }
    case 'left':
      return {
        heading: t('letter.givenUpHour', { count: removed.length }),
        text: t('letter.aMemberHasLeft'),
      }
    case 'no such hour':
      return {
        heading: t('letter.skippedHour', { count: removed.length }),
        text: t('letter.theClocksFollowNew'),
      }
    case 'closed':
      return {
        heading: t('letter.closedHour', { count: removed.length }),
        text: t('letter.theClubIsClosed'),
      }
  }
}

export const hoursChanged = defineLetter({
  name: 'hours-changed',
  kind: 'changes',
  compose: (facts: Facts, { firstName }) => {
    const { heading, text } = describeChange(facts)
    const { removed, added } = facts
    return {
      subject: heading,
      topic: t('letter.yourHours'),
      heading,
      paragraphs: [t('letter.hello', { firstName, value: text })],
      details: [
        ...removed.map((hour) => ({
          name: formatWhen(hour),
          value: t('letter.isntComing', { memberName: hour.memberName }),
        })),
        ...added.map((hour) => ({
          name: formatWhen(hour),
          value: t('letter.isComing', { memberName: hour.memberName }),
        })),
      ],
      button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
      footnote: t('letter.youGetThisBecauseTheseHours'),
    }
  },
  example: {
    because: 'moved',
    removed: [{ day: '2026-11-26', startHour: 7, memberName: 'Noor Rahman' }],
    added: [{ day: '2026-11-27', startHour: 11, memberName: 'Noor Rahman' }],
  },
})
