import { CircleAlert, HandCoins, RotateCcw, Scale, UserRound, type IconNode } from 'lucide'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { OpenClassCoverTodo } from '#app/pages/dashboard/absences/open-class-covers.tsx'
import { OpenCoverTodo } from '#app/pages/dashboard/absences/open-covers.tsx'
import { UninformedList } from '#app/pages/dashboard/changes/uninformed-list.tsx'
import { ExpiringMakeUpsTodo } from '#app/pages/dashboard/months/expiring-make-ups-todo.tsx'
import { countedPhrase, countWord } from '#app/pages/dashboard/parts/count-wording.ts'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { firstName, formatCount } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { AdminOverviewData } from './admin-overview.server.ts'

type Props = AdminOverviewData & { timeZone: string }

/** Open tasks of the office, most urgent first: people who were not told, covers, failures, money, applications, payouts. */
export function AdminTodoList(props: Props) {
  const count = countTodos(props)
  return (
    <section className="panel">
      <header>
        <h2>{t('adminTodoList.waitingForYou')}</h2>
        {count > 0 && (
          <span className="note">
            {t('adminTodoList.toDo', { count })}
            {count > 1 && t('adminTodoList.mostUrgentFirst')}
          </span>
        )}
      </header>
      {count === 0 && (
        <EmptyState heading={t('adminTodoList.allDone')} headingLevel={3}>
          {t('adminTodoList.applicationsPayoutsAndAnything')}
        </EmptyState>
      )}
      <ul className="todo">
        <Uninformed {...props} />
        <OpenCovers {...props} />
        <ClassCovers {...props} />
        <Problems {...props} />
        <DisputeTodos {...props} />
        <ExpiringMakeUps {...props} />
        <UnpaidPeriods {...props} />
        <RefundTodos {...props} />
        <ApplicationTodos {...props} />
        <PayoutTodos {...props} />
        <SlippingAway {...props} />
      </ul>
    </section>
  )
}

/** Counts all owed trainers as one task, because one page pays them, and so all members who are slipping away. */
export function countTodos(data: AdminOverviewData): number {
  const {
    today,
    covers,
    classCovers,
    uninformed,
    expiringMakeUps,
    owed,
    disputes,
    slippingAway,
    unpaidPeriods,
    ...counts
  } = data
  const { failedRefunds, refundsDue, expectedAtDesk, reportedPosts, backupIsLate } = counts
  const failures = failedRefunds.count + today.failedJobs + today.undeliveredLetters
  const people = today.applications.waiting + reportedPosts + refundsDue + expectedAtDesk
  const flags = [
    owed.trainers > 0,
    slippingAway.count > 0,
    unpaidPeriods.length > 0,
    today.pausedNewsletter !== null,
    backupIsLate,
  ].filter(Boolean).length
  const lists = uninformed.total + covers.total + classCovers.length + expiringMakeUps.total
  return lists + failures + people + flags + disputes.toAnswer + disputes.warnings
}

const Uninformed = ({ uninformed }: Props) => (
  <>
    <UninformedList people={uninformed.items} />
    <MoreLink
      count={uninformed.total - uninformed.items.length}
      labels={[t('adminTodoList.personWasntTold'), t('adminTodoList.peopleWerentTold')]}
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
      labels={[t('adminTodoList.hourNeedsCover'), t('adminTodoList.hoursNeedCover')]}
      to="/dashboard/covers"
    />
  </>
)

const shownClasses = 3

const ClassCovers = ({ classCovers, covers, timeZone }: Props) => (
  <>
    {classCovers.slice(0, shownClasses).map((date, index) => (
      <OpenClassCoverTodo
        key={date.lessonId}
        date={date}
        timeZone={timeZone}
        isFirst={index === 0 && covers.total === 0}
      />
    ))}
    <MoreLink
      count={classCovers.length - shownClasses}
      labels={[t('adminTodoList.classNeedsCover'), t('adminTodoList.classesNeedCover')]}
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
      labels={[t('adminTodoList.monthHasMakeUps'), t('adminTodoList.monthsHaveMakeUps')]}
      to="/dashboard/expiringMakeUps"
    />
  </>
)

function Problems({ today, reportedPosts, backupIsLate }: Props) {
  const { failedJobs, undeliveredLetters, pausedNewsletter } = today
  const troubles = [
    backupIsLate && {
      what: t('adminTodoList.noBackup'),
      why: t('adminTodoList.noneWrittenForTwo'),
      to: '/dashboard/backups',
      action: t('adminTodoList.seeBackups'),
    },
    pausedNewsletter !== null && {
      what: t('adminTodoList.isPaused', { subject: pausedNewsletter.subject }),
      why: t('adminTodoList.theMailServerRefused', { reply: pausedNewsletter.reply }),
      to: `/dashboard/newsletter/${pausedNewsletter.id}`,
      action: t('adminTodoList.seeTheLetter'),
    },
    failedJobs > 0 && {
      what: t('adminTodoList.backgroundTask', { failedJobs }),
      why: t('adminTodoList.failedAfterManyTries'),
      to: '/dashboard/failedJobs',
      action: t('adminTodoList.seeTasks'),
    },
    undeliveredLetters > 0 && {
      what: t('adminTodoList.email', { undeliveredLetters }),
      why: t('adminTodoList.couldntBeDelivered'),
      to: '/dashboard/undelivered',
      action: t('adminTodoList.seeEmails'),
    },
    reportedPosts > 0 && {
      what: t('adminTodoList.reportedPost', { reportedPosts }),
      why: t('adminTodoList.keepItUpOr'),
      to: '/dashboard/reports',
      action: t('adminTodoList.review'),
      about: t('adminTodoList.reportedPosts'),
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
          what={countedPhrase(
            toAnswer,
            t('adminTodoList.disputeNeedsAnAnswer'),
            t('adminTodoList.disputesNeedAnAnswer'),
          )}
          why={
            answerBy
              ? t('adminTodoList.byAtTheCard', { answerBy: formatDate(answerBy, timeZone) })
              : t('adminTodoList.atTheCardProcessor')
          }
          to="/dashboard/disputes"
          action={t('adminTodoList.seeDisputes')}
        />
      )}
      {warnings > 0 && (
        <TodoItem
          mark={<IconMark icon={CircleAlert} />}
          what={countedPhrase(
            warnings,
            t('adminTodoList.paymentMayBeFraud'),
            t('adminTodoList.paymentsMayBeFraud'),
          )}
          why={t('adminTodoList.aBankWarnsA')}
          to="/dashboard/disputes"
          action={t('adminTodoList.seeWarnings')}
        />
      )}
    </>
  )
}

const SlippingAway = ({ slippingAway: { count, first } }: Props) =>
  count > 0 && (
    <TodoItem
      mark={<IconMark icon={UserRound} />}
      what={t('adminTodoList.slippingAway', { count })}
      why={t('adminTodoList.awayLongest', { first: first ?? '' })}
      to="/dashboard/slippingAway"
      action={t('adminTodoList.seeWho')}
      about={t('adminTodoList.isSlippingAway')}
    />
  )

function UnpaidPeriods({ unpaidPeriods, timeZone }: Props) {
  const [first] = unpaidPeriods
  if (!first) return null
  return (
    <TodoItem
      mark={<IconMark icon={HandCoins} />}
      what={countedPhrase(
        unpaidPeriods.length,
        t('adminTodoList.periodIsNotPaid'),
        t('adminTodoList.periodsAreNotPaid'),
      )}
      why={t('adminTodoList.theFirstEnds', { day: formatDate(first.payBy, timeZone) })}
      to="/dashboard/memberships"
      action={t('adminTodoList.seeMemberships')}
    />
  )
}

function RefundTodos({ failedRefunds, refundsDue, expectedAtDesk }: Props) {
  const { first, count } = failedRefunds
  return (
    <>
      {first && (
        <TodoItem
          mark={<IconMark icon={RotateCcw} />}
          what={countedPhrase(
            count,
            t('adminTodoList.refundDidntGoThrough'),
            t('adminTodoList.refundsDidntGoThrough'),
          )}
          why={
            count === 1
              ? t('adminTodoList.toTheMoneyIs', {
                  amount: formatMoney(first.amountCents, first.currency),
                  buyerName: first.buyerName,
                })
              : t('adminTodoList.theMoneyIsStill')
          }
          to="/dashboard/balance"
          action={t('adminTodoList.seeRefunds')}
        />
      )}
      {refundsDue > 0 && (
        <TodoItem
          mark={<IconMark icon={HandCoins} />}
          what={countedPhrase(refundsDue, t('adminTodoList.refundIsDue'), t('adminTodoList.refundsAreDue'))}
          why={t('adminTodoList.paidAtTheDesk')}
          to="/dashboard/desk"
          action={t('adminTodoList.goToTheDesk')}
          about={t('adminTodoList.toHandMoneyBack')}
        />
      )}
      {expectedAtDesk > 0 && (
        <TodoItem
          mark={<IconMark icon={HandCoins} />}
          what={t('adminTodoList.hourOnHold', { expectedAtDesk })}
          why={t('adminTodoList.toBePaidAt')}
          to="/dashboard/desk"
          action={t('adminTodoList.goToTheDesk')}
          about={t('adminTodoList.toTakePayment')}
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
        why={t('adminTodoList.wantsToTrainYear', { yearsOfExperience, hoursADay })}
        to={`/dashboard/appliedTrainers?applicant=${id}`}
        action={t('adminTodoList.review')}
        about={name}
      />
    ))}
    <MoreLink
      count={today.applications.waiting - applications.length}
      labels={[t('adminTodoList.personWantsToTrain'), t('adminTodoList.peopleWantToTrain')]}
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
        why={t('adminTodoList.isOwedForSold', { owed: formatMoney(first.owedCents) })}
        to={`/dashboard/balance?payout=${first.trainerId}`}
        action={t('adminTodoList.payOut')}
        about={t('adminTodoList.to', { name: first.name })}
      />
    )
  return (
    <TodoItem
      mark={<IconMark icon={Scale} />}
      what={t('adminTodoList.trainersAreOwed', { countWord: countWord(trainers), cents: formatMoney(cents) })}
      why={[...names, ...(more > 0 ? [t('adminTodoList.andMore', { more })] : [])].join(', ')}
      to="/dashboard/balance"
      action={t('adminTodoList.seeBalance')}
    />
  )
}

type MoreLinkProps = { count: number; labels: [singular: string, plural: string]; to: string }

function MoreLink({ count, labels: [singular, plural], to }: MoreLinkProps) {
  if (count <= 0) return null
  return (
    <li>
      <span className="avatar nobody">+{count}</span>
      <p>{formatCount(count, t('adminTodoList.more', { singular }), t('adminTodoList.more2', { plural }))}</p>
      <LinkButton small to={to}>
        {t('adminTodoList.seeAll')}
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
