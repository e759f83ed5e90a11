import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatCount } from '#format/text.ts'

type Hour = { day: string; startHour: number; memberName: string }

/** What happened: a member did it, or the club for them. */
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
  /** Of this trainer: those that do not take place, and those that came instead; at least one of both together. */
  removed: Hour[]
  added: Hour[]
}

const formatWhen = ({ day, startHour }: Hour) => `${formatDay(day)}, ${formatHour(startHour)}`

/** What happened, in a few words, and what it means for the trainer as the end of a greeting. */
function describeChange({ because, removed, added }: Facts): { heading: string; text: string } {
  const [first] = [...removed, ...added]
  const member = first?.memberName ?? ''
  const when = first ? formatWhen(first) : ''
  const free = 'The hour is free for somebody else.'
  switch (because) {
    case 'given back':
      return { heading: `Given back: ${when}`, text: `${member} does not come then. ${free}` }
    case 'moved':
      return added[0] === undefined
        ? { heading: `Moved away: ${when}`, text: `${member} comes to another trainer instead. ${free}` }
        : { heading: `Moved: ${formatWhen(added[0])}`, text: `${member} comes then instead.` }
    case 'chosen':
      return { heading: `Chosen: ${when}`, text: `${member} comes then, for an hour that the club owed.` }
    case 'paused':
      return {
        heading: `Paused: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: `${member} is away for some days and does not come then. The month ends when it would have.`,
      }
    case 'by the club':
      return {
        heading: `Called off: ${when}`,
        text: `the office called it off, and ${member} has a make-up.`,
      }
    case 'month moved':
      return {
        heading: added[0] ? `Moved to ${formatHour(added[0].startHour)}: ${member}` : `Moved: ${member}`,
        text: `the office moved the month of ${member} to another hour. What you get for it stays as it is.`,
      }
    case 'month extended':
      return {
        heading: `Longer: ${member}`,
        text: `the office made the month of ${member} longer. The hours below came with that.`,
      }
    case 'refunded':
      return {
        heading: `Given up: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: `the money for the month of ${member} goes back, and ${member} does not come to the hours below. They are free for somebody else.`,
      }
    case 'left':
      return {
        heading: `Given up: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: 'a member has left the club and does not come to the hours below. They are free for somebody else.',
      }
    case 'no such hour':
      return {
        heading: `Skipped: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: 'the clock of the club follows new rules and skips the hours below. Your members have a letter and a make-up for each; your pay stays as it is.',
      }
    case 'closed':
      return {
        heading: `Closed: ${formatCount(removed.length, 'hour', 'hours')}`,
        text: 'the club is closed then. Your members have a letter and a make-up for each; your pay stays as it is.',
      }
  }
}

export const hoursChanged = defineLetter({
  name: 'hours-changed',
  kind: 'hours',
  compose: (facts: Facts, { firstName }) => {
    const { heading, text } = describeChange(facts)
    const { removed, added } = facts
    return {
      subject: heading,
      topic: 'Your hours',
      heading,
      paragraphs: [`Hello ${firstName}, ${text}`],
      details: [
        ...removed.map((hour) => ({ name: formatWhen(hour), value: `${hour.memberName} does not come` })),
        ...added.map((hour) => ({ name: formatWhen(hour), value: `${hour.memberName} comes` })),
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
