import { CircleAlert, HandCoins, RotateCcw, Scale, type IconNode } from 'lucide'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { OpenCoverTodo } from '#app/pages/dashboard/absences/open-covers.tsx'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import { countedPhrase, countWord } from '#app/pages/dashboard/parts/wording.ts'
import { formatMoney } from '#format/money.ts'
import { firstName, formatCount } from '#format/text.ts'
import type { AdminOverviewData } from './admin-overview.server.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = AdminOverviewData & { timeZone: string }

/** What an admin can do something about now, each with its button: covers, what went wrong, money, then people. */
export function AdminTodoList(props: Props) {
  const things = countTodos(props)
  return (
    <section className="panel">
      <header>
        <h2>Waiting for you</h2>
        {things > 0 && (
          <span className="note">
            {formatCount(things, 'thing', 'things')}
            {things > 1 && ', most pressing first'}
          </span>
        )}
      </header>
      {things === 0 && (
        <EmptyState heading="Nothing waits" headingLevel={3}>
          Applications, payouts and whatever went wrong will appear here.
        </EmptyState>
      )}
      <ul className="todo">
        <OpenCovers {...props} />
        <Problems {...props} />
        <RefundTodos {...props} />
        <ApplicationTodos {...props} />
        <PayoutTodos {...props} />
      </ul>
    </section>
  )
}

/** Trainers who are owed are one thing: they are paid on one page. */
export function countTodos({ today, covers, owed, ...counts }: AdminOverviewData): number {
  const { failedRefunds, refundsDue, expectedAtDesk, reportedPosts, backupIsLate } = counts
  const failures = failedRefunds.count + today.failedJobs + today.undeliveredLetters
  const people = today.applications.waiting + reportedPosts + refundsDue + expectedAtDesk
  const flags = [owed.trainers > 0, !today.sendsMail, backupIsLate].filter(Boolean).length
  return covers.total + failures + people + flags
}

const OpenCovers = ({ covers, timeZone }: Props) => (
  <>
    {covers.items.map((hour, index) => (
      <OpenCoverTodo key={hour.lessonId} hour={hour} timeZone={timeZone} isFirst={index === 0} />
    ))}
    <MoreLink
      count={covers.total - covers.items.length}
      wish={['wants cover', 'want cover']}
      to="/dashboard/covers"
    />
  </>
)

function Problems({ today, reportedPosts, backupIsLate }: Props) {
  const { failedJobs, undeliveredLetters, sendsMail } = today
  const troubles = [
    backupIsLate && {
      what: 'No backup',
      why: 'None was written for two days',
      to: '/dashboard/backups',
      about: 'at the backups',
    },
    !sendsMail && {
      what: 'No mail server',
      why: 'Nobody gets a letter until SMTP_URL is set',
      to: '/dashboard/undelivered',
      about: 'at how letters leave the club',
    },
    failedJobs > 0 && {
      what: formatCount(failedJobs, 'background task', 'background tasks'),
      why: 'Failed after many tries',
      to: '/dashboard/failedJobs',
      about: 'at what failed',
    },
    undeliveredLetters > 0 && {
      what: formatCount(undeliveredLetters, 'letter', 'letters'),
      why: 'Could not be delivered',
      to: '/dashboard/undelivered',
      about: 'at the undelivered letters',
    },
    reportedPosts > 0 && {
      what: formatCount(reportedPosts, 'reported post', 'reported posts'),
      why: 'People asked the club to look',
      to: '/dashboard/reports',
      about: 'at what people reported',
    },
  ].filter((trouble) => trouble !== false)
  return troubles.map((trouble) => (
    <TodoItem key={trouble.what} mark={<IconMark icon={CircleAlert} />} action="Look" {...trouble} />
  ))
}

function RefundTodos({ failedRefunds, refundsDue, expectedAtDesk }: Props) {
  const { first, count } = failedRefunds
  return (
    <>
      {first && (
        <TodoItem
          mark={<IconMark icon={RotateCcw} />}
          what={countedPhrase(count, 'refund did not go through', 'refunds did not go through')}
          why={
            count === 1
              ? `${formatMoney(first.amountCents, first.currency)} to ${first.buyerName}. The money is still owed.`
              : 'The money is still owed.'
          }
          to="/dashboard/balance"
          action="Look"
          about="at the refunds"
        />
      )}
      {refundsDue > 0 && (
        <TodoItem
          mark={<IconMark icon={HandCoins} />}
          what={countedPhrase(refundsDue, 'refund is due', 'refunds are due')}
          why="Paid at the desk, and to be handed back there"
          to="/dashboard/desk"
          action="Look"
          about="at what is to be handed back"
        />
      )}
      {expectedAtDesk > 0 && (
        <TodoItem
          mark={<IconMark icon={HandCoins} />}
          what={formatCount(expectedAtDesk, 'hour', 'hours')}
          why="Held for somebody who pays at the desk"
          to="/dashboard/desk"
          action="Look"
          about="at who pays at the desk"
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
      wish={['wants to train', 'want to train']}
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
      action="Balance"
      about="of the club"
    />
  )
}

function MoreLink({ count, wish: [one, many], to }: { count: number; wish: [string, string]; to: string }) {
  if (count <= 0) return null
  return (
    <li>
      <span className="avatar nobody">+{count}</span>
      <p>{formatCount(count, `more ${one}`, `more ${many}`)}</p>
      <LinkButton small to={to}>
        See all
      </LinkButton>
    </li>
  )
}

/** In the place of a face, so that all rows begin alike. */
const IconMark = ({ icon }: { icon: IconNode }) => (
  <span className="avatar nobody">
    <Icon of={icon} />
  </span>
)
