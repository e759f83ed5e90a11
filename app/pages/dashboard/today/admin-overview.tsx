import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatTime } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize, firstName, formatCount } from '#format/text.ts'
import { Icon } from '#app/components/icon.tsx'
import { countedPhrase, countWordInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import type { AdminOverviewData } from './admin-overview.server.ts'
import { countTodos, AdminTodoList } from './admin-todo-list.tsx'
import { ClubDayLine } from './club-day-line.tsx'
import { greetingFor } from './greeting.ts'
import { LatestEvents } from './latest-events.tsx'
import { OpeningChecklist } from './opening-checklist.tsx'
import { SideFigures } from './side-figures.tsx'
import { TrainerHoursChart } from './trainer-hours-chart.tsx'

type Props = AdminOverviewData & { name: string; timeZone: string }

export function AdminOverview(props: Props) {
  const { today, day, name, timeZone } = props
  return (
    <>
      <h1>{formatFullDay(day.today)}</h1>
      <p className="subtitle">
        {greetingFor(name, today.now, timeZone)}. {summarySentence(props)}
      </p>
      <OpeningChecklist steps={props.opening} />
      <div className="shift">
        <ClubDayLine day={day} now={today.now} timeZone={timeZone} />
        <div className="beside">
          <AdminTodoList {...props} />
          <MonthFigures today={today} />
        </div>
      </div>
      {props.trainers > 0 && <TrainerHoursChart trainers={props.trainerHours} total={props.trainers} />}
      <section className="panel">
        <header>
          <h2>Latest</h2>
          <Link className="show" to="/dashboard/auditLog">
            Audit log
            <Icon of={ArrowRight} />
          </Link>
        </header>
        <LatestEvents events={props.events.slice(0, 4)} now={today.now} timeZone={timeZone} />
      </section>
    </>
  )
}

function MonthFigures({ today }: Pick<Props, 'today'>) {
  const { slots, paymentsThisMonth: payments, lastMonthCents, newMembersThisMonth } = today
  return (
    <SideFigures
      heading="This month"
      figures={[
        {
          name: 'Hours sold',
          to: '/hours',
          value: slots.sold,
          of: `of ${slots.total}`,
          note: slots.held > 0 ? `${slots.held} more on hold right now` : 'none on hold right now',
        },
        {
          name: 'New members',
          to: '/dashboard/members',
          value: newMembersThisMonth,
          note: 'since the first of the month',
        },
        {
          name: 'Income',
          to: '/dashboard/balance',
          value: formatMoney(payments.cents),
          note: `${formatCount(payments.count, 'payment', 'payments')}; ${formatMoney(lastMonthCents)} last month`,
        },
      ]}
    />
  )
}

function summarySentence(props: Props): string {
  const { today, owed, covers, day, timeZone } = props
  const [cover] = covers.items
  if (cover) {
    const time = formatTime(cover.coverUntil, timeZone)
    const by = cover.coverUntilDay === day.today ? time : `${formatDay(cover.coverUntilDay)}, ${time}`
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
