import { ArrowRight, CalendarClock, CircleDollarSign, UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { nextTrainingDay } from '#domain/trainers/trainers.rules.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Face } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { onDays } from '#app/components/week-dots.tsx'
import {
  formatCount,
  formatDate,
  formatHour,
  formatLongDate,
  formatMoney,
  formatWeekday,
} from '#words/format.ts'
import { texts } from '#words/texts.ts'
import { Figure } from '#app/pages/dashboard/figure.tsx'
import { greetingFor } from '#app/pages/dashboard/greeting.ts'
import { dotOf } from '#app/pages/dashboard/slot-dot.ts'
import { capital } from '#app/pages/dashboard/words.ts'
import type { loadTrainerIndex } from './index.server.ts'

type Props = Awaited<ReturnType<typeof loadTrainerIndex>> & { name: string; timeZone: string }

export function TrainerIndex({ today, slots, name, timeZone }: Props) {
  const sold = slots.filter(({ state }) => state === 'sold')
  const held = slots.filter(({ state }) => state === 'held').length
  const free = slots.length - sold.length - held
  const weekday = formatWeekday(today.now, timeZone)
  const day = nextTrainingDay(today.weekdays, weekday)
  return (
    <>
      <h1>{greetingFor(name, today.now, timeZone)}</h1>
      <p className="subtitle">
        {formatLongDate(today.now, timeZone)}. You train {onDays(today.weekdays)}
        {day !== weekday && ', so you have no hours today'}.
      </p>
      <div className="figures">
        <Figure
          icon={CalendarClock}
          name="Hours sold"
          value={sold.length}
          of={`of ${slots.length}`}
          note={`${formatCount(free, 'hour is', 'hours are')} free${held > 0 ? `, ${held} held right now` : ''}`}
        />
        <Figure
          icon={UsersRound}
          name="Members"
          value={today.members}
          note={
            today.endsFirst
              ? `${today.endsFirst.memberName} ends first, on ${formatDate(today.endsFirst.until, timeZone)}`
              : 'nobody holds an hour of yours yet'
          }
        />
        <Figure
          icon={CircleDollarSign}
          name="This month"
          value={formatMoney(today.soldCents)}
          note="paid for the hours sold now"
        />
      </div>
      <section className="panel">
        <header>
          <h2>{day === weekday || day === null ? 'Your day' : `Next, on ${day}`}</h2>
          <Link className="show" to="/dashboard/manageSlots">
            {texts.sideMenu.manageSlots}
            <ArrowRight className="icon" aria-hidden="true" />
          </Link>
        </header>
        {slots.length === 0 ? (
          <EmptyState
            heading="You offer no hours"
            headingLevel={3}
            action={<LinkButton to="/dashboard/manageSlots?slot=new">Add a slot</LinkButton>}
          >
            Add one, and members can book it at once.
          </EmptyState>
        ) : (
          <ul className="todo day">
            {slots.map((slot) => (
              <li key={slot.id}>
                <Dot kind={dotOf(slot.state)} />
                <b className="hour">{formatHour(slot.startHour)}</b>
                {slot.buyer && <Face portrait={slot.buyer.portrait} />}
                <div>
                  <b>{slot.buyer?.name ?? (slot.state === 'held' ? 'Held just now' : 'Free')}</b>
                  <p>
                    {slot.name}
                    {slot.buyer?.plan && `, ${capital(slot.buyer.plan)}`}
                  </p>
                </div>
                {slot.buyer?.until && (
                  <span className="push-end note">until {formatDate(slot.buyer.until, timeZone)}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
