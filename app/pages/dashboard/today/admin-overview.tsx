import { ArrowRight, CalendarClock, CircleDollarSign, UserPlus } from 'lucide'
import { Link } from 'react-router'
import { formatDay } from '#format/days.ts'
import { formatDate, formatLongDate, formatTime } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize, endSentence, firstName, formatCount } from '#format/text.ts'
import { texts } from '#copy/texts.ts'
import { StatCard } from '#app/pages/dashboard/parts/stat-card.tsx'
import { greetingFor } from './greeting.ts'
import { countedPhrase, countWordInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import { OpeningChecklist } from './opening-checklist.tsx'
import { TrainerHoursChart } from './trainer-hours-chart.tsx'
import { DayRosterList } from '#app/pages/dashboard/schedule/day-roster-list.tsx'
import type { AdminOverviewData } from './admin-overview.server.ts'
import { LatestEvents } from './latest-events.tsx'
import { countTodos, AdminTodoList } from './admin-todo-list.tsx'
import { Icon } from '#app/components/icon.tsx'

type Props = AdminOverviewData & { name: string; timeZone: string }

export function AdminOverview(props: Props) {
  const { today, owed, remainingCents, name, timeZone } = props
  const { applications, slots } = today
  return (
    <>
      <h1>{greetingFor(name, today.now, timeZone)}</h1>
      <p className="subtitle">
        {endSentence(formatLongDate(today.now, timeZone))} {summarySentence(props)}
      </p>
      <OpeningChecklist steps={props.opening} />
      <div className="pair">
        <AdminTodoList {...props} />
        <TodayRoster roster={props.roster} />
      </div>
      <div className="stat-cards">
        <StatCard
          icon={UserPlus}
          name="Applications waiting"
          value={applications.waiting}
          note={
            applications.oldestAt
              ? `the oldest from ${formatDate(applications.oldestAt, timeZone)}`
              : 'none to review'
          }
        />
        <StatCard
          icon={CalendarClock}
          name="Hours sold"
          value={slots.sold}
          of={`of ${slots.total}`}
          note={slots.held > 0 ? `${slots.held} more on hold right now` : 'none on hold right now'}
        />
        <StatCard
          icon={CircleDollarSign}
          name={texts.balance.totalRemainingBalance}
          value={formatMoney(remainingCents)}
          note={
            owed.cents > 0
              ? `${formatMoney(owed.cents)} is owed to ${formatCount(owed.trainers, 'trainer', 'trainers')}`
              : 'nothing is owed to trainers'
          }
        />
      </div>
      {props.trainers > 0 && <TrainerHoursChart trainers={props.trainerHours} total={props.trainers} />}
      <div className="bar">
        <span>
          <b>{formatCount(today.paymentsThisMonth.count, 'payment', 'payments')}</b> this month,{' '}
          {formatMoney(today.paymentsThisMonth.cents)}
        </span>
        <span>
          <b>{formatCount(today.newMembersThisMonth, 'new member', 'new members')}</b> this month
        </span>
      </div>
      <section className="panel">
        <header>
          <h2>Latest</h2>
          <Link className="show" to="/dashboard/auditLog">
            Audit log
            <Icon of={ArrowRight} />
          </Link>
        </header>
        <LatestEvents events={props.events} now={today.now} timeZone={timeZone} />
      </section>
    </>
  )
}

/** The next hours of today. */
function TodayRoster({ roster }: Pick<AdminOverviewData, 'roster'>) {
  const { items, total, today } = roster
  return (
    <section className="panel">
      <header>
        <h2>Who’s in today</h2>
        <span className="note">
          {formatDay(today)}, {formatCount(total, 'hour', 'hours')}
        </span>
      </header>
      <DayRosterList hours={items} />
      <p className="button-row above-3">
        <ArrowLink to="/dashboard/house">
          {total > items.length ? `All ${total} hours` : 'Other days'}
        </ArrowLink>
        <ArrowLink to="/dashboard/closures">Closed days</ArrowLink>
      </p>
    </section>
  )
}

const ArrowLink = ({ to, children }: { to: string; children: string }) => (
  <Link className="show" to={to}>
    {children}
    <Icon of={ArrowRight} />
  </Link>
)

function summarySentence(props: Props): string {
  const { today, owed, covers, roster, timeZone } = props
  const [cover] = covers.items
  if (cover) {
    const time = formatTime(cover.coverUntil, timeZone)
    const by = cover.coverUntilDay === roster.today ? time : `${formatDay(cover.coverUntilDay)}, ${time}`
    return `${countedPhrase(covers.total, 'hour needs', 'hours need')} a trainer${covers.total > 1 ? ', the first' : ''} by ${by}.`
  }
  const { waiting } = today.applications
  const applicants =
    waiting > 0 ? countedPhrase(waiting, 'person wants to be a trainer', 'people want to be trainers') : null
  const [most] = owed.most
  const payouts = most
    ? owed.trainers === 1
      ? `${firstName(most.name)} is owed for sold hours`
      : `${countWordInSentence(owed.trainers)} trainers are owed for sold hours`
    : null
  if (applicants && payouts) return `${applicants}, and ${payouts}.`
  if (applicants) return `${applicants}.`
  if (payouts) return `${capitalize(payouts)}.`
  const todos = countTodos(props)
  return todos > 0
    ? `${countedPhrase(todos, 'thing needs', 'things need')} your attention.`
    : 'Nothing needs your attention.'
}
