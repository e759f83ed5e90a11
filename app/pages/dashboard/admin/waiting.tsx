import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Face } from '#app/components/picture.tsx'
import { formatCount, formatMoney } from '#words/format.ts'
import type { AdminIndexData } from './index.server.ts'

/** What an admin can do something about now, each with its button. */
export function Waiting({ today, applications, owed, failedRefunds }: AdminIndexData) {
  const more = today.applications.waiting - applications.length
  const things =
    applications.length +
    [owed.most, today.failedJobs, failedRefunds, today.undeliveredLetters, !today.sendsMail].filter(Boolean)
      .length
  return (
    <section className="panel">
      <header>
        <h2>Waiting for you</h2>
        {things > 0 && <span className="note">{formatCount(things, 'thing', 'things')}, oldest first</span>}
      </header>
      {things === 0 && (
        <EmptyState heading="Nothing waits" headingLevel={3}>
          Applications, payouts and whatever went wrong will stand here.
        </EmptyState>
      )}
      <ul className="todo">
        {applications.map((applicant) => (
          <li key={applicant.id}>
            <Face portrait={applicant.portrait} />
            <div>
              <b>{applicant.name}</b>
              <p>
                Wants to train: {formatCount(applicant.yearsOfExperience, 'year', 'years')},{' '}
                {formatCount(applicant.hoursADay, 'hour', 'hours')} a day
              </p>
            </div>
            <LinkButton small to={`/dashboard/appliedTrainers?applicant=${applicant.id}`}>
              Review<span className="visually-hidden"> {applicant.name}</span>
            </LinkButton>
          </li>
        ))}
        {more > 0 && (
          <li>
            <p>{more} more want to train</p>
            <LinkButton small to="/dashboard/appliedTrainers">
              See all
            </LinkButton>
          </li>
        )}
        {owed.most && (
          <li>
            <div>
              <b>{owed.most.name}</b>
              <p>Is owed {formatMoney(owed.most.owedCents)} for sold hours</p>
            </div>
            <LinkButton small to={`/dashboard/balance?payout=${owed.most.trainerId}`}>
              Pay out<span className="visually-hidden"> to {owed.most.name}</span>
            </LinkButton>
          </li>
        )}
        {failedRefunds > 0 && (
          <li>
            <div>
              <b>{formatCount(failedRefunds, 'refund', 'refunds')}</b>
              <p>Did not go through; the money is still owed</p>
            </div>
            <LinkButton small to="/dashboard/balance">
              Look<span className="visually-hidden"> at the refunds</span>
            </LinkButton>
          </li>
        )}
        {today.failedJobs > 0 && (
          <li>
            <div>
              <b>{formatCount(today.failedJobs, 'job', 'jobs')}</b>
              <p>Failed for good in the background</p>
            </div>
            <LinkButton small to="/dashboard/failedJobs">
              Look<span className="visually-hidden"> at the failed jobs</span>
            </LinkButton>
          </li>
        )}
        {today.undeliveredLetters > 0 && (
          <li>
            <div>
              <b>{formatCount(today.undeliveredLetters, 'letter', 'letters')}</b>
              <p>Could not be delivered</p>
            </div>
            <LinkButton small to="/dashboard/undelivered">
              Look<span className="visually-hidden"> at the undelivered letters</span>
            </LinkButton>
          </li>
        )}
        {!today.sendsMail && (
          <li>
            <div>
              <b>No mail server</b>
              <p>Nobody gets a letter until SMTP_URL is set</p>
            </div>
            <LinkButton small to="/dashboard/undelivered">
              Look<span className="visually-hidden"> at how letters leave the club</span>
            </LinkButton>
          </li>
        )}
      </ul>
    </section>
  )
}
