import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { countedPhrase, countWordInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import type { ClosedLesson } from '#domain/lessons/closures/closures.server.ts'
import type { Notified } from '#domain/mail/change-notices.rules.ts'
import { addDays, formatDay, formatDayWithYear, weekdayName } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName, formatList } from '#format/text.ts'
import { shortDayName } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

type AffectedLesson = Pick<ClosedLesson, 'memberName' | 'trainerName' | 'portrait'> & {
  pair: string
  when: string
}

/** Effect of a closure on members and trainers, for the dialog. */
export type AffectedMembers = {
  hours: number
  members: number
  /** Members beyond those in `first`. */
  remaining: number
  trainers: string[]
  first: AffectedLesson[]
}

const maxShown = 8

export function affectedMembers(
  hours: ClosedLesson[],
  { fromDay, untilDay }: Pick<ClosureQuery, 'fromDay' | 'untilDay'>,
): AffectedMembers {
  // beyond a week the name of a day is ambiguous
  const isLong = addDays(fromDay, 6) < untilDay
  const members = Map.groupBy(hours, ({ memberId }) => memberId)
  const pairs = Map.groupBy(hours, ({ memberId, trainerId }) => `${memberId} ${trainerId}`)
  const shown = [...pairs].slice(0, maxShown)
  const first = shown.map(([pair, theirs]) => {
    const { memberName, trainerName, portrait } = theirs[0]!
    return { memberName, trainerName, portrait, pair, when: whenOf(theirs, isLong) }
  })
  const remaining = members.size - new Set(shown.map(([, theirs]) => theirs[0]!.memberId)).size
  const trainers = [...new Set(hours.map(({ trainerName }) => trainerName))].slice(0, maxShown)
  return { hours: hours.length, members: members.size, remaining, trainers, first }
}

/** `Thu, Fri 06:00`, with dates `Thu 26 Nov, Fri 4 Dec 06:00`; only the number if it would not fit a line. */
function whenOf(hours: ClosedLesson[], withDates: boolean): string {
  const starts = [...Map.groupBy(hours, ({ startHour }) => startHour)]
  if (hours.length > (withDates ? 2 : 4) || starts.length > 2)
    return t('confirmClosureDialog.hour', { count: hours.length })
  return starts
    .map(([startHour, ofStart]) => {
      const days = ofStart
        .map(({ day }) => (withDates ? formatDay(day) : shortDayName(weekdayName(day))))
        .join(', ')
      return `${days} ${formatHour(startHour)}`
    })
    .join('; ')
}

type ClosureQuery = { fromDay: string; untilDay: string; reason: string }
type Props = {
  query: ClosureQuery
  today: string
  affected: AffectedMembers
  /** Whom of the members and their trainers a letter reaches. */
  notified: Notified
  hasMail: boolean
  message: string | null
  closeTo: string
}

/** Confirms a closure and lists the affected members. */
export function ClosureDialog({ query, today, affected, notified, hasMail, message, closeTo }: Props) {
  return (
    <ConfirmDialog
      size="wide"
      closeTo={closeTo}
      heading={t('confirmClosureDialog.close', { dayRange: dayRange(query, today) })}
      text={effectSentence(affected, query.reason, notified, hasMail)}
      more={
        <>
          {message && <FormError>{message}</FormError>}
          {affected.hours > 0 && (
            <AffectedList {...affected} hasMail={hasMail && notified.notMailed.length === 0} />
          )}
        </>
      }
      action={
        <Form method="post">
          <HiddenFields values={{ intent: 'close', ...query }} />
          <Button variant="danger">{confirmLabel(query)}</Button>
        </Form>
      }
    />
  )
}

function effectSentence(
  { hours, members }: AffectedMembers,
  reason: string,
  notified: Notified,
  hasMail: boolean,
): string {
  if (hours === 0) return t('confirmClosureDialog.noOneHasAn')
  const of = t('confirmClosureDialog.calledOffForMember', {
    countedPhrase: countedPhrase(hours, t('confirmClosureDialog.hourIs'), t('confirmClosureDialog.hoursAre')),
    countWordInSentence: countWordInSentence(members),
    members,
  })
  const notice = changeNotice(
    hasMail,
    notified,
    t('confirmClosureDialog.theyGetAnEmail', { reason }),
    t('confirmClosureDialog.tellThemAndTheir'),
  )
  return t('confirmClosureDialog.eachHourBecomesA', { of, notice })
}

function AffectedList({ remaining, trainers, first, hasMail }: AffectedMembers & { hasMail: boolean }) {
  const names = trainers.map(firstName)
  const trainerNames = names.length < 4 ? formatList(names) : t('confirmClosureDialog.theirTrainers')
  return (
    <>
      <ul className="affected-members">
        {first.map(({ pair, memberName, trainerName, portrait, when }) => (
          <li key={pair}>
            <Avatar portrait={portrait} />
            <span>
              <b>{memberName}</b>
              {t('confirmClosureDialog.with', { trainerName })}
            </span>
            <span className="number">{when}</span>
          </li>
        ))}
      </ul>
      {remaining > 0 && <p className="note">{t('confirmClosureDialog.andMoreMember', { remaining })}</p>}
      <p className="after-hours">
        {hasMail && t('confirmClosureDialog.getsAnEmailToo', { trainerNames, count: names.length })}
        {t('confirmClosureDialog.reopeningTheDaysDoesnt')}
      </p>
    </>
  )
}

/** `Close the day`, `Close the three days`. */
function confirmLabel({ fromDay, untilDay }: ClosureQuery): string {
  if (fromDay === untilDay) return t('confirmClosureDialog.closeTheDay')
  const count = [2, 3, 4, 5, 6, 7].find((days) => addDays(fromDay, days - 1) === untilDay)
  return count === undefined
    ? t('confirmClosureDialog.closeTheseDays')
    : t('confirmClosureDialog.closeTheDays', { countWordInSentence: countWordInSentence(count) })
}

export function dayRange(
  { fromDay, untilDay }: Pick<ClosureQuery, 'fromDay' | 'untilDay'>,
  today: string,
): string {
  const until = formatDayWithYear(untilDay, today)
  return fromDay === untilDay
    ? until
    : t('confirmClosureDialog.to', { fromDay: formatDayWithYear(fromDay, untilDay), until })
}
