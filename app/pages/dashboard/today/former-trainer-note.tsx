import { LinkButton } from '#app/components/button.tsx'
import { formatMoneyWithCents } from '#format/money.ts'
import type { MemberOverviewData } from './member-overview.server.ts'

type Props = { wasTrainer: NonNullable<MemberOverviewData['wasTrainer']> }

/** Shown to a former trainer: the amount still owed, and a link to the statement. */
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
              ? `${formatMoneyWithCents(owedCents)} is still to be paid out to you`
              : 'Everything is paid out'}
          </b>
          <p>You keep your share of the months you sold, even if another trainer gives the hours now.</p>
        </div>
        <LinkButton small to={`/dashboard/statement/${trainerId}`}>
          Your statement
        </LinkButton>
      </li>
    </ul>
  </section>
)
