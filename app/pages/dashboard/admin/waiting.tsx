import { CircleAlert } from 'lucide-react'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Face } from '#app/components/picture.tsx'
import { CoverWanted } from '#app/pages/dashboard/hours/cover-wanted.tsx'
import { Thing } from '#app/pages/dashboard/thing.tsx'
import { formatCount, formatMoney } from '#words/format.ts'
import type { AdminIndexData } from './index.server.ts'

type Props = AdminIndexData & { timeZone: string }

/** What an admin can do something about now, each with its button. */
export function Waiting({ today, covers, applications, owed, timeZone, ...counts }: Props) {
  const { failedRefunds, refundsDue, expectedAtDesk, reportedPosts, backupIsLate } = counts
  const { failedJobs, undeliveredLetters, sendsMail } = today
  const { waiting } = today.applications
  const things =
    covers.total +
    waiting +
    owed.trainers +
    failedRefunds +
    reportedPosts +
    refundsDue +
    expectedAtDesk +
    failedJobs +
    undeliveredLetters +
    (sendsMail ? 0 : 1) +
    (backupIsLate ? 1 : 0)
  return (
    <section className="panel">
      <header>
        <h2>Waiting for you</h2>
        {things > 0 && <span className="note">{formatCount(things, 'thing', 'things')} to do</span>}
      </header>
      {things === 0 && (
        <EmptyState heading="Nothing waits" headingLevel={3}>
          Applications, payouts and whatever went wrong will appear here.
        </EmptyState>
      )}
      <ul className="todo">
        {covers.items.map((hour) => (
          <CoverWanted key={hour.lessonId} hour={hour} timeZone={timeZone} />
        ))}
        <More
          count={covers.total - covers.items.length}
          wish={['wants cover', 'want cover']}
          to="/dashboard/covers"
        />
        {applications.map(({ id, name, portrait, yearsOfExperience, hoursADay }) => (
          <Thing
            key={id}
            mark={<Face portrait={portrait} />}
            what={name}
            why={`Wants to train: ${formatCount(yearsOfExperience, 'year', 'years')}, ${formatCount(hoursADay, 'hour', 'hours')} a day`}
            to={`/dashboard/appliedTrainers?applicant=${id}`}
            act="Review"
            about={name}
          />
        ))}
        <More
          count={waiting - applications.length}
          wish={['wants to train', 'want to train']}
          to="/dashboard/appliedTrainers"
        />
        {owed.most.map(({ trainerId, name, portrait, owedCents }) => (
          <Thing
            key={trainerId}
            mark={<Face portrait={portrait} />}
            what={name}
            why={`Is owed ${formatMoney(owedCents)} for sold hours`}
            to={`/dashboard/balance?payout=${trainerId}`}
            act="Pay out"
            about={`to ${name}`}
          />
        ))}
        <More
          count={owed.trainers - owed.most.length}
          wish={['is owed', 'are owed']}
          to="/dashboard/balance"
        />
        {reportedPosts > 0 && (
          <Thing
            mark={<Warning />}
            what={formatCount(reportedPosts, 'reported post', 'reported posts')}
            why="People asked the club to look"
            to="/dashboard/reports"
            act="Look"
            about="at what people reported"
          />
        )}
        {failedRefunds > 0 && (
          <Thing
            mark={<Warning />}
            what={formatCount(failedRefunds, 'refund', 'refunds')}
            why="Did not go through; the money is still owed"
            to="/dashboard/balance"
            act="Look"
            about="at the refunds"
          />
        )}
        {refundsDue > 0 && (
          <Thing
            mark={<Warning />}
            what={formatCount(refundsDue, 'refund is due', 'refunds are due')}
            why="Paid at the desk, and to be handed back there"
            to="/dashboard/desk"
            act="Look"
            about="at what is to be handed back"
          />
        )}
        {expectedAtDesk > 0 && (
          <Thing
            mark={<Warning />}
            what={formatCount(expectedAtDesk, 'hour', 'hours')}
            why="Held for somebody who pays at the desk"
            to="/dashboard/desk"
            act="Look"
            about="at who pays at the desk"
          />
        )}
        {failedJobs > 0 && (
          <Thing
            mark={<Warning />}
            what={formatCount(failedJobs, 'background task', 'background tasks')}
            why="Failed after many tries"
            to="/dashboard/failedJobs"
            act="Look"
            about="at what failed"
          />
        )}
        {undeliveredLetters > 0 && (
          <Thing
            mark={<Warning />}
            what={formatCount(undeliveredLetters, 'letter', 'letters')}
            why="Could not be delivered"
            to="/dashboard/undelivered"
            act="Look"
            about="at the undelivered letters"
          />
        )}
        {!sendsMail && (
          <Thing
            mark={<Warning />}
            what="No mail server"
            why="Nobody gets a letter until SMTP_URL is set"
            to="/dashboard/undelivered"
            act="Look"
            about="at how letters leave the club"
          />
        )}
        {backupIsLate && (
          <Thing
            mark={<Warning />}
            what="No backup"
            why="None was written for two days"
            to="/dashboard/backups"
            act="Look"
            about="at the backups"
          />
        )}
      </ul>
    </section>
  )
}

function More({ count, wish: [one, many], to }: { count: number; wish: [string, string]; to: string }) {
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
const Warning = () => (
  <span className="avatar nobody">
    <CircleAlert className="icon" aria-hidden="true" />
  </span>
)
