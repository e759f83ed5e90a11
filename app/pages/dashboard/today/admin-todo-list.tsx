import { CircleAlert, HandCoins, RotateCcw, Scale, type IconNode } from 'lucide'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { UninformedList } from '#app/pages/dashboard/changes/uninformed-list.tsx'
import { OpenCoverTodo } from '#app/pages/dashboard/absences/open-covers.tsx'
import { ExpiringMakeUpsTodo } from '#app/pages/dashboard/months/expiring-make-ups-todo.tsx'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import { countedPhrase, countWord } from '#app/pages/dashboard/parts/count-wording.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { firstName, formatCount } from '#format/text.ts'
import type { AdminOverviewData } from './admin-overview.server.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = AdminOverviewData & { timeZone: string }

/** Open tasks of the office, most urgent first: people who were not told, covers, failures, money, applications, payouts. */
export function AdminTodoList(props: Props) {
  const count = countTodos(props)
  return (
    <section className="panel">
      <header>
        <h2>Waiting for you</h2>
        {count > 0 && (
          <span className="note">
            {count} to do{count > 1 && ', most urgent first'}
          </span>
        )}
      </header>
      {count === 0 && (
        <EmptyState heading="All done" headingLevel={3}>
          Applications, payouts and anything that goes wrong will show up here.
        </EmptyState>
      )}
      <ul className="todo">
        <Uninformed {...props} />
        <OpenCovers {...props} />
        <Problems {...props} />
        <DisputeTodos {...props} />
        <ExpiringMakeUps {...props} />
        <RefundTodos {...props} />
        <ApplicationTodos {...props} />
        <PayoutTodos {...props} />
      </ul>
    </section>
  )
}

/** Counts all owed trainers as one task, because one page pays them. */
export function countTodos(data: AdminOverviewData): number {
  const { today, covers, uninformed, expiringMakeUps, owed, disputes, ...counts } = data
  const { failedRefunds, refundsDue, expectedAtDesk, reportedPosts, backupIsLate } = counts
  const failures = failedRefunds.count + today.failedJobs + today.undeliveredLetters
  const people = today.applications.waiting + reportedPosts + refundsDue + expectedAtDesk
  const flags = [owed.trainers > 0, !today.sendsMail, today.pausedNewsletter !== null, backupIsLate].filter(
    Boolean,
  ).length
  const lists = uninformed.total + covers.total + expiringMakeUps.total
  return lists + failures + people + flags + disputes.toAnswer + disputes.warnings
}

const Uninformed = ({ uninformed }: Props) => (
  <>
    <UninformedList people={uninformed.items} />
    <MoreLink
      count={uninformed.total - uninformed.items.length}
      labels={['person wasn’t told', 'people weren’t told']}
      to="/dashboard/notTold"
    />
  </>
)

const OpenCovers = ({ covers, timeZone }: Props) => (
  <>
    {covers.items.map((hour, index) => (
      <OpenCoverTodo key={hour.lessonId} hour={hour} timeZone={timeZone} isFirst={index === 0} />
    ))}
    <MoreLink
      count={covers.total - covers.items.length}
      labels={['hour needs cover', 'hours need cover']}
      to="/dashboard/covers"
    />
  </>
)

const ExpiringMakeUps = ({ expiringMakeUps: { items, total } }: Props) => (
  <>
    {items.map((month) => (
      <ExpiringMakeUpsTodo key={month.bookingId} month={month} />
    ))}
    <MoreLink
      count={total - items.length}
      labels={['month has make-ups that expire', 'months have make-ups that expire']}
      to="/dashboard/expiringMakeUps"
    />
  </>
)

function Problems({ today, reportedPosts, backupIsLate }: Props) {
  const { failedJobs, undeliveredLetters, pausedNewsletter, sendsMail } = today
  const troubles = [
    backupIsLate && {
      what: 'No backup',
      why: 'None written for two days',
      to: '/dashboard/backups',
      action: 'See backups',
    },
    !sendsMail && {
      what: 'Emails don’t go out yet',
      why: 'Ask whoever runs the website to connect a mail server',
      to: '/dashboard/mail',
      action: 'See how',
      about: 'emails go out',
    },
    pausedNewsletter !== null && {
      what: `“${pausedNewsletter.subject}” is paused`,
      why: `The mail server refused it: ${pausedNewsletter.reply}`,
      to: `/dashboard/newsletter/${pausedNewsletter.id}`,
      action: 'See the letter',
    },
    failedJobs > 0 && {
      what: formatCount(failedJobs, 'background task', 'background tasks'),
      why: 'Failed after many tries',
      to: '/dashboard/failedJobs',
      action: 'See tasks',
    },
    undeliveredLetters > 0 && {
      what: formatCount(undeliveredLetters, 'email', 'emails'),
      why: 'Couldn’t be delivered',
      to: '/dashboard/undelivered',
      action: 'See emails',
    },
    reportedPosts > 0 && {
      what: formatCount(reportedPosts, 'reported post', 'reported posts'),
      why: 'Keep it up or take it down',
      to: '/dashboard/reports',
      action: 'Review',
      about: 'reported posts',
    },
  ].filter((trouble) => trouble !== false)
  return troubles.map((trouble) => (
    <TodoItem key={trouble.what} mark={<IconMark icon={CircleAlert} />} {...trouble} />
  ))
}

function DisputeTodos({ disputes: { toAnswer, answerBy, warnings }, timeZone }: Props) {
  return (
    <>
      {toAnswer > 0 && (
        <TodoItem
          mark={<IconMark icon={CircleAlert} />}
          what={countedPhrase(toAnswer, 'dispute needs an answer', 'disputes need an answer')}
          why={
            answerBy ? `By ${formatDate(answerBy, timeZone)}, at the card processor` : 'At the card processor'
          }
          to="/dashboard/disputes"
          action="See disputes"
        />
      )}
      {warnings > 0 && (
        <TodoItem
          mark={<IconMark icon={CircleAlert} />}
          what={countedPhrase(warnings, 'payment may be fraud', 'payments may be fraud')}
          why="A bank warns. A refund now prevents a dispute and its fee"
          to="/dashboard/disputes"
          action="See warnings"
        />
      )}
    </>
  )
}

function RefundTodos({ failedRefunds, refundsDue, expectedAtDesk }: Props) {
  const { first, count } = failedRefunds
  return (
    <>
      {first && (
        <TodoItem
          mark={<IconMark icon={RotateCcw} />}
          what={countedPhrase(count, 'refund didn’t go through', 'refunds didn’t go through')}
          why={
            count === 1
              ? `${formatMoney(first.amountCents, first.currency)} to ${first.buyerName}. The money is still owed.`
              : 'The money is still owed.'
          }
          to="/dashboard/balance"
          action="See refunds"
        />
      )}
      {refundsDue > 0 && (
        <TodoItem
          mark={<IconMark icon={HandCoins} />}
          what={countedPhrase(refundsDue, 'refund is due', 'refunds are due')}
          why="Paid at the desk, and to be handed back there"
          to="/dashboard/desk"
          action="Go to the desk"
          about="to hand money back"
        />
      )}
      {expectedAtDesk > 0 && (
        <TodoItem
          mark={<IconMark icon={HandCoins} />}
          what={formatCount(expectedAtDesk, 'hour on hold', 'hours on hold')}
          why="To be paid at the desk"
          to="/dashboard/desk"
          action="Go to the desk"
          about="to take payment"
        />
      )}
    </>
  )
}

const ApplicationTodos = ({ applications, today }: Props) => (
  <>
    {applications.map(({ id, name, portrait, yearsOfExperience, hoursADay }) => (
      <TodoItem
        key={id}
        mark={<Avatar portrait={portrait} />}
        what={name}
        why={`Wants to train: ${formatCount(yearsOfExperience, 'year', 'years')}, ${formatCount(hoursADay, 'hour', 'hours')} a day`}
        to={`/dashboard/appliedTrainers?applicant=${id}`}
        action="Review"
        about={name}
      />
    ))}
    <MoreLink
      count={today.applications.waiting - applications.length}
      labels={['person wants to train', 'people want to train']}
      to="/dashboard/appliedTrainers"
    />
  </>
)

function PayoutTodos({ owed: { trainers, cents, most } }: Props) {
  const [first] = most
  if (!first) return null
  const more = trainers - most.length
  const names = most.map(({ name, owedCents }) => `${firstName(name)} ${formatMoney(owedCents)}`)
  if (trainers === 1)
    return (
      <TodoItem
        mark={<Avatar portrait={first.portrait} />}
        what={first.name}
        why={`Is owed ${formatMoney(first.owedCents)} for sold hours`}
        to={`/dashboard/balance?payout=${first.trainerId}`}
        action="Pay out"
        about={`to ${first.name}`}
      />
    )
  return (
    <TodoItem
      mark={<IconMark icon={Scale} />}
      what={`${countWord(trainers)} trainers are owed ${formatMoney(cents)}`}
      why={[...names, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}
      to="/dashboard/balance"
      action="See balance"
    />
  )
}

type MoreLinkProps = { count: number; labels: [singular: string, plural: string]; to: string }

function MoreLink({ count, labels: [singular, plural], to }: MoreLinkProps) {
  if (count <= 0) return null
  return (
    <li>
      <span className="avatar nobody">+{count}</span>
      <p>{formatCount(count, `more ${singular}`, `more ${plural}`)}</p>
      <LinkButton small to={to}>
        See all
      </LinkButton>
    </li>
  )
}

/** Takes the place of an avatar, so that all rows align. */
const IconMark = ({ icon }: { icon: IconNode }) => (
  <span className="avatar nobody">
    <Icon of={icon} />
  </span>
)
