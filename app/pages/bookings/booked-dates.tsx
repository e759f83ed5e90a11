import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { missingLessonReason } from '#app/components/missing-lesson.ts'
import { DateMark, MonthDates } from '#app/components/month-dates.tsx'
import type { MonthDate, MemberDate } from '#domain/lessons/lessons.rules.ts'
import { formatDay } from '#format/days.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Props = {
  dates: readonly (MonthDate | MemberDate)[]
  trainerName: string
  /** Whether the month is paid, or only held. */
  isPaid: boolean
  children: ReactNode
}

/** The dates of a month, with a list of changed ones. */
export function BookedDates({ dates, trainerName, isPaid, children }: Props) {
  return (
    <section className="your-dates" id="your-dates" aria-labelledby="your-dates-head">
      <header>
        <h2 className="head head-large" id="your-dates-head">
          {t('bookedDates.yourDates')}
        </h2>
        <p>{children}</p>
      </header>
      <MonthDates
        dates={dates}
        ahead={
          isPaid
            ? { kind: 'on', word: t('bookedDates.yours') }
            : { kind: 'held', word: t('bookedDates.heldForYou') }
        }
      />
      <ChangedDates dates={dates} trainerName={trainerName} />
    </section>
  )
}

/** The dates without an hour or with another trainer, each with reason and outcome. Empty without such dates. */
export function ChangedDates({
  dates,
  trainerName,
  heading,
}: Pick<Props, 'dates' | 'trainerName'> & { heading?: string }) {
  const changed = dates.filter((date) => date.because !== null || insteadOf(date) !== null)
  if (changed.length === 0) return null
  const list = (
    <ul className="named-days marked">
      {changed.map((date) => (
        <li key={`${date.day} ${date.because}`}>
          <DateMark date={date} />
          <div>
            <b>{formatDay(date.day)}</b>
            <p>
              {changeDescription(date, trainerName)} <ChooseMakeUpLink date={date} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
  if (heading === undefined) return list
  return (
    <section className="panel">
      <h2 className="head">{heading}</h2>
      {list}
    </section>
  )
}

type ShownDate = MonthDate | MemberDate

const insteadOf = (date: ShownDate) => ('insteadOf' in date ? date.insteadOf : null)

function changeDescription(date: ShownDate, trainerName: string): string {
  const { because, isOver } = date
  const became = 'lessonId' in date ? date : undefined
  if (because !== null) return missingLessonReason({ because, isOver, trainerName, became })
  const first = firstName(insteadOf(date) ?? '')
  return t('bookedDates.wasAwayTrainedYou', {
    first,
    isOver: isOver ? 'yes' : 'no',
    trainerName: became?.trainerName ?? '',
  })
}

const ChooseMakeUpLink = ({ date }: { date: ShownDate }) =>
  'makeUpId' in date &&
  date.makeUpId !== null && (
    <Link className="text-link-strong" to={`/dashboard/makeUp/${date.makeUpId}`}>
      {t('bookedDates.chooseAnHour')}
      <span className="visually-hidden">{t('bookedDates.for', { day: formatDay(date.day) })}</span>
    </Link>
  )
