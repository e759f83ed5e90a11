import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { OpenClassCovers } from '#app/pages/dashboard/absences/open-class-covers.tsx'
import { AvailableCovers } from '#app/pages/dashboard/absences/open-covers.tsx'
import { UninformedList } from '#app/pages/dashboard/changes/uninformed-list.tsx'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { lessonChange } from '#app/pages/dashboard/schedule/trainer-lesson-wording.ts'
import type { Calendar, TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import type { TrainerToday } from '#domain/overview/day-overview.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDate, formatTime, formatWeekday } from '#format/date-time.ts'
import { formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { daysInSentence } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
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
  const hasNoHours = !calendar.hours.some(
    (hour) => hour.day === calendar.today && lessonChange(hour) === null,
  )
  const classesToday = classes.filter(({ day, because }) => day === calendar.today && because === null)
  const isFreeToday = hasNoHours && classesToday.length === 0
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
              ? t('trainerOverview.youHaveNoHours')
              : t('trainerOverview.youTrain', {
                  calendar: [todaySentence(calendar), classesSentence(classesToday)]
                    .filter(Boolean)
                    .join(' '),
                  daysInSentence: daysInSentence(today.weekdays),
                })}
          </p>
        </div>
        <LinkButton to="/dashboard/absences">{t('trainerOverview.iCantCome')}</LinkButton>
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
              {t('trainerOverview.allMyDates')}
              <Icon of={ArrowRight} />
            </Link>
          }
        />
        <div className="beside">
          <OpenLists lists={openLists} />
          {uninformed.total > 0 && (
            <section className="panel">
              <header>
                <h2>{t('trainerOverview.notTold')}</h2>
                {uninformed.total > uninformed.items.length && (
                  <Link className="show" to="/dashboard/notTold">
                    {t('trainerOverview.all', { total: uninformed.total })}
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
                <h2>{t('trainerOverview.coverWanted')}</h2>
                {cover.total > cover.items.length && (
                  <Link className="show" to="/dashboard/covers">
                    {t('trainerOverview.all', { total: cover.total })}
                    <Icon of={ArrowRight} />
                  </Link>
                )}
              </header>
              <AvailableCovers hours={cover.items} clashes={cover.clashes} timeZone={timeZone} />
            </section>
          )}
          <OpenClassCovers classes={classCovers} mayAssign={false} timeZone={timeZone} />
          <SideFigures
            heading={t('trainerOverview.yourHours')}
            figures={[
              {
                name: t('trainerOverview.hoursSold'),
                to: '/dashboard/manageSlots',
                value: sold.length,
                of: t('trainerOverview.of', { count: slots.length }),
                note: t('trainerOverview.hourIsFree', {
                  free,
                  held: held > 0 ? t('trainerOverview.onHold', { held }) : '',
                }),
              },
              {
                name: t('trainerOverview.members'),
                to: '/dashboard/manageMember',
                value: today.members,
                note: endsFirstSentence(today, timeZone),
              },
              {
                name: t('trainerOverview.thisMonth'),
                to: `/dashboard/statement/${today.trainerId}`,
                value: formatMoney(today.soldCents),
                note: t('trainerOverview.paidForTheHours'),
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
    what={t('trainerOverview.noSlotsYet')}
    who={t('trainerOverview.addOneAndMembers')}
    acts={
      <LinkButton to="/dashboard/manageSlots?slot=new" small variant="primary">
        {t('trainerOverview.addASlot')}
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
  if (endsFirst)
    return t('trainerOverview.endsFirstOn', {
      memberName: endsFirst.memberName,
      until: formatDate(endsFirst.until, timeZone),
    })
  return members > 0 ? t('trainerOverview.allHavePaidFor') : t('trainerOverview.noOneHasBooked')
}

/** `You give Reformer Room at 17:00.`; empty on a day without classes. */
function classesSentence(classes: Props['classes']): string {
  const [next, ...others] = classes.filter(({ isOver }) => !isOver)
  if (next === undefined) return ''
  return t('trainerOverview.youGive', {
    title: next.title,
    clock: formatClock(next.startHour, next.startMinute),
    others: others.length,
  })
}

/** `Two hours today, the next at 08:00.`; empty on a day without hours. */
function todaySentence({ today, hours }: Calendar<TrainerLesson>): string {
  const planned = hours.filter((hour) => hour.day === today && lessonChange(hour) === null)
  if (planned.length === 0) return ''
  const next = planned.find(({ isOver }) => !isOver)
  if (next)
    return t('trainerOverview.todayTheNextAt', {
      countedPhrase: countedPhrase(planned.length, t('trainerOverview.hour'), t('trainerOverview.hours')),
      startHour: formatHour(next.startHour),
    })
  return planned.length === 1
    ? t('trainerOverview.todaysHourIsDone')
    : t('trainerOverview.allHoursOfToday', { count: planned.length })
}
