import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatCount } from '#format/text.ts'

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
  const free = 'The hour is open to others again.'
  switch (because) {
    case 'given back':
      return { heading: `Given back: ${when}`, text: `${member} isn’t coming then. ${free}` }
    case 'moved':
      return added[0] === undefined
        ? { heading: `Moved away: ${when}`, text: `${member} is seeing another trainer instead. ${free}` }
        : { heading: `Moved: ${formatWhen(added[0])}`, text: `${member} is coming then instead.` }
    case 'chosen':
      return { heading: `Chosen: ${when}`, text: `${member} is coming then, for an hour that the club owed.` }
    case 'paused':
      return {
        heading: `Paused: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: `${member} is away for a few days and isn’t coming to the hours below. The month ends when it would have.`,
      }
    case 'by the club':
      return {
        heading: `Called off: ${when}`,
        text: `the office called it off, and ${member} gets a make-up.`,
      }
    case 'month moved':
      return {
        heading: added[0] ? `Moved to ${formatHour(added[0].startHour)}: ${member}` : `Moved: ${member}`,
        text: `the office moved ${member}’s month to another hour. What you get for it stays the same.`,
      }
    case 'month extended':
      return {
        heading: `Extended: ${member}`,
        text: `the office extended ${member}’s month, which added the hours below.`,
      }
    case 'refunded':
      return {
        heading: `Given up: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: `${member} gets the money for the month back and isn’t coming to the hours below. They are open to others again.`,
      }
    case 'left':
      return {
        heading: `Given up: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: 'a member has left the club and isn’t coming to the hours below. They are open to others again.',
      }
    case 'no such hour':
      return {
        heading: `Skipped: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: 'the clocks follow new rules and skip the hours below. Your members get an email and a make-up for each; your pay stays the same.',
      }
    case 'closed':
      return {
        heading: `Closed: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: 'the club is closed then. Your members get an email and a make-up for each; your pay stays the same.',
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
      topic: 'Your hours',
      heading,
      paragraphs: [`Hello ${firstName}, ${text}`],
      details: [
        ...removed.map((hour) => ({ name: formatWhen(hour), value: `${hour.memberName} isn’t coming` })),
        ...added.map((hour) => ({ name: formatWhen(hour), value: `${hour.memberName} is coming` })),
      ],
      button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
      footnote: 'You get this because these hours are yours.',
    }
  },
  example: {
    because: 'moved',
    removed: [{ day: '2026-11-26', startHour: 7, memberName: 'Noor Rahman' }],
    added: [{ day: '2026-11-27', startHour: 11, memberName: 'Noor Rahman' }],
  },
})
