import { LinkButton } from '#app/components/button.tsx'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { MemberOverviewData } from './member-overview.server.ts'

type Props = { wasTrainer: NonNullable<MemberOverviewData['wasTrainer']> }

/** Shown to a former trainer: the amount still owed, and a link to the statement. */
export const FormerTrainerNote = ({ wasTrainer: { trainerId, owedCents } }: Props) => (
  <section className="panel">
    <header>
      <h2>{t('formerTrainerNote.yourTimeAsA')}</h2>
    </header>
    <ul className="todo">
      <li>
        <div>
          <b>
            {owedCents > 0
              ? t('formerTrainerNote.isStillToBe', { owed: formatMoneyWithCents(owedCents) })
              : t('formerTrainerNote.everythingIsPaidOut')}
          </b>
          <p>{t('formerTrainerNote.youKeepYourShare')}</p>
        </div>
        <LinkButton small to={`/dashboard/statement/${trainerId}`}>
          {t('formerTrainerNote.yourStatement')}
        </LinkButton>
      </li>
    </ul>
  </section>
)
