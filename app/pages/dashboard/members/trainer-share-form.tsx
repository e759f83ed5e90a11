import { Link, useNavigation } from 'react-router'
import type { TrainerShare } from '#domain/ledger/shares.server.ts'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { formatDate } from '#format/date-time.ts'

type Props = { share: TrainerShare; name: string; problem: Problem | null }

/** Share of a trainer's sales, with the form that sets another from a day on. */
export function TrainerShareForm({ share, name, problem }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'share'
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <section className="panel">
      <header>
        <h2>Share</h2>
        <Link className="text-button" to={`/dashboard/statement/${share.trainerId}`}>
          Statement
        </Link>
      </header>
      <p>
        {share.percent}% of what is sold now is {name}’s. What was sold before keeps the share it was sold
        with.
      </p>
      {share.set.length > 0 && (
        <ul className="people-lines">
          {share.set.map(({ percent, countsFrom }) => (
            <li key={countsFrom}>
              <span>{percent}%</span>
              <span className="note">counts from {formatDate(countsFrom, 'UTC')}</span>
            </li>
          ))}
        </ul>
      )}
      <CheckedForm problem={problem} className="stack tight testimonial-form" preventScrollReset>
        <input type="hidden" name="intent" value="share" />
        <div className="two">
          <TextField
            label="Share"
            aside="percent"
            name="percent"
            inputMode="numeric"
            maxLength={3}
            defaultValue={typed?.get('percent') ?? share.percent}
            error={errors.percent}
          />
          <TextField
            label="Counts from"
            name="countsFrom"
            type="date"
            min={share.today}
            defaultValue={typed?.get('countsFrom') ?? share.today}
            error={errors.countsFrom}
          />
        </div>
        <div className="button-row">
          <Button pending={pending}>Set the share</Button>
        </div>
      </CheckedForm>
    </section>
  )
}
