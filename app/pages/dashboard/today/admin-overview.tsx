import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { countedPhrase, countWordInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import { formatTime } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { AdminOverviewData } from './admin-overview.server.ts'
import { countTodos, AdminTodoList } from './admin-todo-list.tsx'
import { ClubDayLine } from './club-day-line.tsx'
import { greetingFor } from './greeting.ts'
import { LatestEvents } from './latest-events.tsx'
import { OpenClub } from './open-club.tsx'
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
      <OpenClub />
      <div className="shift">
        <ClubDayLine day={day} now={today.now} timeZone={timeZone} />
        <div className="beside">
          {(countTodos(props) > 0 || props.opening.length === 0) && <AdminTodoList {...props} />}
          <MonthFigures today={today} />
        </div>
      </div>
      {props.trainers > 0 && <TrainerHoursChart trainers={props.trainerHours} total={props.trainers} />}
      <section className="panel">
        <header>
          <h2>{t('adminOverview.latest')}</h2>
          <Link className="show" to="/dashboard/auditLog">
            {t('adminOverview.auditLog')}
            <Icon of={ArrowRight} />
          </Link>
        </header>
        <LatestEvents events={props.events.slice(0, 4)} now={today.now} timeZone={timeZone} />
      </section>
    </>
  )
}

function MonthFigures({ today }: Pick<Props, 'today'>) {
  const { slots, incomeThisMonth: income, lastMonthCents, newMembersThisMonth } = today
  return (
    <SideFigures
      heading={t('adminOverview.thisMonth')}
      figures={[
        {
          name: t('adminOverview.hoursSold'),
          to: '/hours',
          value: slots.sold,
          of: t('adminOverview.of', { total: slots.total }),
          note:
            slots.held > 0
              ? t('adminOverview.moreOnHoldRight', { held: slots.held })
              : t('adminOverview.noneOnHoldRight'),
        },
        {
          name: t('adminOverview.newMembers'),
          to: '/dashboard/members',
          value: newMembersThisMonth,
          note: t('adminOverview.sinceTheFirstOf'),
        },
        {
          name: t('adminOverview.income'),
          to: '/dashboard/balance',
          value: formatMoney(income.cents),
          note: t('adminOverview.paymentLastMonth', {
            count: income.payments,
            lastMonth: formatMoney(lastMonthCents),
          }),
        },
      ]}
    />
  )
}

function summarySentence(props: Props): string {
  const { today, owed, covers, day, timeZone, opening } = props
  const [cover] = covers.items
  if (cover) {
    const time = formatTime(cover.coverUntil, timeZone)
    const by = cover.coverUntilDay === day.today ? time : `${formatDay(cover.coverUntilDay)}, ${time}`
    return t('adminOverview.aTrainerTheFirst', {
      countedPhrase: countedPhrase(covers.total, t('adminOverview.hourNeeds'), t('adminOverview.hoursNeed')),
      total: covers.total > 1 ? 'yes' : 'no',
      by,
    })
  }
  const { waiting } = today.applications
  const applicants =
    waiting > 0
      ? countedPhrase(waiting, t('adminOverview.personWantsToBe'), t('adminOverview.peopleWantToBe'))
      : null
  const [most] = owed.most
  const payouts = most
    ? owed.trainers === 1
      ? t('adminOverview.isOwedForSold', { name: firstName(most.name) })
      : t('adminOverview.trainersAreOwedFor', { countWordInSentence: countWordInSentence(owed.trainers) })
    : null
  if (applicants && payouts) return t('adminOverview.and', { applicants, payouts })
  if (applicants) return `${applicants}.`
  if (payouts) return `${capitalize(payouts)}.`
  const todos = countTodos(props)
  const stepsLeft = opening.filter(({ done }) => !done).length
  if (todos === 0 && stepsLeft > 0) return t('adminOverview.stepsLeft', { stepsLeft })
  return todos > 0
    ? t('adminOverview.yourAttention', {
        countedPhrase: countedPhrase(todos, t('adminOverview.thingNeeds'), t('adminOverview.thingsNeed')),
      })
    : t('adminOverview.nothingNeedsYourAttention')
}
