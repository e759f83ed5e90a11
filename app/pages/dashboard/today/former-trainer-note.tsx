import { LinkButton } from '#app/components/button.tsx'
import { formatMoneyWithCents } from '#format/money.ts'
import type { MemberOverviewData } from './member-overview.server.ts'

type Props = { wasTrainer: NonNullable<MemberOverviewData['wasTrainer']> }

/** To somebody who trained here: what they are still owed, and the way to their books. */
export const FormerTrainerNote = ({ wasTrainer: { trainerId, owedCents } }: Props) => (
  <section className="panel">
    <header>
      <h2>Your time as a trainer</h2>
    </header>
    <ul className="todo">
      <li>
        <div>
          <b>
            {owedCents > 0
              ? `${formatMoneyWithCents(owedCents)} is to be paid out to you`
              : 'All is paid out'}
          </b>
          <p>Your share of the months you sold stays yours, whoever gives their hours now.</p>
        </div>
        <LinkButton small to={`/dashboard/statement/${trainerId}`}>
          Your statement
        </LinkButton>
      </li>
    </ul>
  </section>
)
