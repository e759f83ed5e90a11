import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import type { Calendar, TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import type { TrainerToday } from '#domain/overview/day-overview.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { daysInSentence } from '#format/weekdays.ts'
import { formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatDate, formatTime, formatWeekday } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { OpenClassCovers } from '#app/pages/dashboard/absences/open-class-covers.tsx'
import { AvailableCovers } from '#app/pages/dashboard/absences/open-covers.tsx'
import { UninformedList } from '#app/pages/dashboard/changes/uninformed-list.tsx'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { lessonChange } from '#app/pages/dashboard/schedule/trainer-lesson-wording.ts'
import { DayLine } from './day-line.tsx'
import { greetingFor } from './greeting.ts'
import { NextCard } from './next-card.tsx'
import { NoHoursToday } from './no-hours-today.tsx'
import { OpenLists } from './open-lists.tsx'
import { SideFigures } from './side-figures.tsx'
import { trainerMoments } from './trainer-moments.tsx'
import type { loadTrainerOverview } from './trainer-overview.server.ts'

type Props = Awaited<ReturnType<typeof loadTrainerOverview>> & { name: string; timeZone: string }

export function TrainerOverview({
  today,
  slots,
  calendar,
  dayOff,
  cover,
  uninformed,
  openLists,
  classCovers,
  classes,
  name,
  timeZone,
}: Props) {
  const sold = slots.filter(({ state }) => state === 'sold')
  const held = slots.filter(({ state }) => state === 'held').length
  const free = slots.length - sold.length - held
  const isDayOff = !today.weekdays.includes(formatWeekday(today.now, timeZone))
  const isFreeToday = !calendar.hours.some(
    (hour) => hour.day === calendar.today && lessonChange(hour) === null,
  )
  const why = isFreeToday ? (dayOff ?? (isDayOff ? ({ because: 'day off' } as const) : null)) : null
  const next = calendar.hours.find((hour) => hour.day > calendar.today && lessonChange(hour) === null)
  const moments = trainerMoments({
    ...calendar,
    classes,
    free: why ? [] : freeHoursToday(slots, calendar, formatTime(today.now, timeZone)),
  })
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{formatFullDay(calendar.today)}</h1>
          <p className="subtitle">
            {greetingFor(name, today.now, timeZone)}.{' '}
            {why
              ? 'You have no hours today.'
              : `${todaySentence(calendar)} You train ${daysInSentence(today.weekdays)}.`}
          </p>
        </div>
        <LinkButton to="/dashboard/absences">I can’t come</LinkButton>
      </div>
      {why && <NoHoursToday why={why} weekdays={today.weekdays} today={calendar.today} next={next} />}
      <div className="shift">
        <DayLine
          moments={moments}
          today={calendar.today}
          now={today.now}
          timeZone={timeZone}
          empty={slots.length === 0 && <FirstSlot />}
          end={
            <Link className="show" to="/dashboard/week">
              All my dates
              <Icon of={ArrowRight} />
            </Link>
          }
        />
        <div className="beside">
          <OpenLists lists={openLists} />
          {uninformed.total > 0 && (
            <section className="panel">
              <header>
                <h2>Not told</h2>
                {uninformed.total > uninformed.items.length && (
                  <Link className="show" to="/dashboard/notTold">
                    All {uninformed.total}
                    <Icon of={ArrowRight} />
                  </Link>
                )}
              </header>
              <ul className="todo">
                <UninformedList people={uninformed.items} />
              </ul>
            </section>
          )}
          {cover.total > 0 && (
            <section className="panel">
              <header>
                <h2>Cover wanted</h2>
                {cover.total > cover.items.length && (
                  <Link className="show" to="/dashboard/covers">
                    All {cover.total}
                    <Icon of={ArrowRight} />
                  </Link>
                )}
              </header>
              <AvailableCovers hours={cover.items} clashes={cover.clashes} timeZone={timeZone} />
            </section>
          )}
          <OpenClassCovers classes={classCovers} mayAssign={false} timeZone={timeZone} />
          <SideFigures
            heading="Your hours"
            figures={[
              {
                name: 'Hours sold',
                to: '/dashboard/manageSlots',
                value: sold.length,
                of: `of ${slots.length}`,
                note: `${formatCount(free, 'hour is', 'hours are')} free${held > 0 ? `, ${held} on hold` : ''}`,
              },
              {
                name: 'Members',
                to: '/dashboard/manageMember',
                value: today.members,
                note: endsFirstSentence(today, timeZone),
              },
              {
                name: 'This month',
                to: `/dashboard/statement/${today.trainerId}`,
                value: formatMoney(today.soldCents),
                note: 'paid for the hours sold now; see your share',
              },
            ]}
          />
        </div>
      </div>
    </>
  )
}

const FirstSlot = () => (
  <NextCard
    what="No slots yet"
    who="Add one and members can book it right away."
    acts={
      <LinkButton to="/dashboard/manageSlots?slot=new" small variant="primary">
        Add a slot
      </LinkButton>
    }
  />
)

/** Start hours of today's unsold slots after `time`, such as `13:05`. */
function freeHoursToday(
  slots: Props['slots'],
  { today, hours }: Calendar<TrainerLesson>,
  time: string,
): number[] {
  const planned = hours.filter((hour) => hour.day === today && hour.because === null)
  return slots
    .filter(({ state, startHour }) => state === 'free' && formatHour(startHour) > time)
    .map(({ startHour }) => startHour)
    .filter((startHour) => !planned.some((hour) => hour.startHour === startHour))
    .sort((left, right) => left - right)
}

function endsFirstSentence({ endsFirst, members }: TrainerToday, timeZone: string): string {
  if (endsFirst) return `${endsFirst.memberName} ends first, on ${formatDate(endsFirst.until, timeZone)}`
  return members > 0 ? 'all have paid for next month' : 'no one has booked you yet'
}

/** `Two hours today, the next at 08:00.`; empty on a day without hours. */
function todaySentence({ today, hours }: Calendar<TrainerLesson>): string {
  const planned = hours.filter((hour) => hour.day === today && lessonChange(hour) === null)
  if (planned.length === 0) return ''
  const next = planned.find(({ isOver }) => !isOver)
  if (next)
    return `${countedPhrase(planned.length, 'hour', 'hours')} today, the next at ${formatHour(next.startHour)}.`
  return planned.length === 1 ? 'Today’s hour is done.' : `All ${planned.length} hours of today are done.`
}
