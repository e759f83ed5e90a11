import { Form } from 'react-router'
import type { ClosedHour } from '#domain/lessons/closures.server.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { Face } from '#app/components/picture.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { byLetter, counted, wordFor } from '#app/pages/dashboard/words.ts'
import { dayAfter, formatDay, formatDayOfYear, weekdayName } from '#words/days.ts'
import { formatHour } from '#words/hours.ts'
import { firstName, formatCount } from '#words/phrases.ts'

type Hit = Pick<ClosedHour, 'memberName' | 'trainerName' | 'portrait'> & { pair: string; when: string }

/** Whom a closure hits; of many the first. */
export type Hits = { hours: number; members: number; left: number; trainers: string[]; first: Hit[] }

const shownHits = 8

export function hitsOf(
  hours: ClosedHour[],
  { fromDay, untilDay }: Pick<Asked, 'fromDay' | 'untilDay'>,
): Hits {
  // beyond a week the name of a day says no longer which
  const isLong = dayAfter(fromDay, 6) < untilDay
  const members = Map.groupBy(hours, ({ memberId }) => memberId)
  const pairs = Map.groupBy(hours, ({ memberId, trainerId }) => `${memberId} ${trainerId}`)
  const shown = [...pairs].slice(0, shownHits)
  const first = shown.map(([pair, theirs]) => {
    const { memberName, trainerName, portrait } = theirs[0]!
    return { memberName, trainerName, portrait, pair, when: whenOf(theirs, isLong) }
  })
  const left = members.size - new Set(shown.map(([, theirs]) => theirs[0]!.memberId)).size
  const trainers = [...new Set(hours.map(({ trainerName }) => trainerName))].slice(0, shownHits)
  return { hours: hours.length, members: members.size, left, trainers, first }
}

/** `Thu, Fri 06:00`, with dates `Thu 26 Nov, Fri 4 Dec 06:00`; of more than a line takes only how many. */
function whenOf(hours: ClosedHour[], withDates: boolean): string {
  const starts = [...Map.groupBy(hours, ({ startHour }) => startHour)]
  if (hours.length > (withDates ? 2 : 4) || starts.length > 2)
    return formatCount(hours.length, 'hour', 'hours')
  return starts
    .map(([startHour, ofStart]) => {
      const days = ofStart
        .map(({ day }) => (withDates ? formatDay(day) : weekdayName(day).slice(0, 3)))
        .join(', ')
      return `${days} ${formatHour(startHour)}`
    })
    .join('; ')
}

type Asked = { fromDay: string; untilDay: string; reason: string }
type Props = {
  asked: Asked
  today: string
  hits: Hits
  hasMail: boolean
  message: string | null
  closeTo: string
}

/** Asks before the club is closed, with everybody whom it hits. */
export function ClosingDialog({ asked, today, hits, hasMail, message, closeTo }: Props) {
  return (
    <ConfirmDialog
      size="wide"
      closeTo={closeTo}
      heading={`Close ${daysOf(asked, today)}?`}
      text={sentenceOf(hits, asked.reason, hasMail)}
      more={
        <>
          {message && <FormError>{message}</FormError>}
          {hits.hours > 0 && <WhomItHits {...hits} hasMail={hasMail} />}
        </>
      }
      action={
        <Form method="post">
          <HiddenFields values={{ act: 'close', ...asked }} />
          <Button variant="danger">{doesOf(asked)}</Button>
        </Form>
      }
    />
  )
}

function sentenceOf({ hours, members }: Hits, reason: string, hasMail: boolean): string {
  if (hours === 0) return 'Nobody has an hour then.'
  const of = `${counted(hours, 'hour is', 'hours are')} called off, for ${wordFor(members)} ${members === 1 ? 'member' : 'members'}.`
  const told = byLetter(
    hasMail,
    `A letter goes out now: the club is closed (${reason}).`,
    'tell them and their trainers yourself',
  )
  return `${of} Each hour becomes a make-up. ${told}`
}

/** `Mira, Jonas and Dario` */
const inWords = new Intl.ListFormat('en-GB')

function WhomItHits({ left, trainers, first, hasMail }: Hits & { hasMail: boolean }) {
  const names = trainers.map(firstName)
  const told = names.length < 4 ? inWords.format(names) : 'Their trainers'
  return (
    <>
      <ul className="hits">
        {first.map(({ pair, memberName, trainerName, portrait, when }) => (
          <li key={pair}>
            <Face portrait={portrait} />
            <span>
              <b>{memberName}</b>, with {trainerName}
            </span>
            <span className="number">{when}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="note">and {formatCount(left, 'more member', 'more members')}</p>}
      <p className="after-hours">
        {hasMail && `${told} ${names.length === 1 ? 'is' : 'are'} told too. `}Opening the days again does not
        bring these hours back.
      </p>
    </>
  )
}

/** `Close the day`, `Close the three days`. */
function doesOf({ fromDay, untilDay }: Asked): string {
  if (fromDay === untilDay) return 'Close the day'
  const count = [2, 3, 4, 5, 6, 7].find((days) => dayAfter(fromDay, days - 1) === untilDay)
  return count === undefined ? 'Close these days' : `Close the ${wordFor(count)} days`
}

export function daysOf({ fromDay, untilDay }: Pick<Asked, 'fromDay' | 'untilDay'>, today: string): string {
  const until = formatDayOfYear(untilDay, today)
  return fromDay === untilDay ? until : `${formatDayOfYear(fromDay, untilDay)} to ${until}`
}
