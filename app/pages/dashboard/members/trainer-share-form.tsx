import { Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import type { TrainerShare } from '#domain/ledger/shares.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Props = { share: TrainerShare; name: string; problem: Problem | null }

/** Share of a trainer's sales, with the form that sets another from a day on. */
export function TrainerShareForm({ share, name, problem }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'share'
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <section className="panel">
      <header>
        <h2>{t('trainerShareForm.share')}</h2>
        <Link className="text-button" to={`/dashboard/statement/${share.trainerId}`}>
          {t('trainerShareForm.statement')}
        </Link>
      </header>
      <p>{t('trainerShareForm.ofWhatIsSold', { percent: share.percent, name })}</p>
      {share.set.length > 0 && (
        <ul className="people-lines">
          {share.set.map(({ percent, countsFrom }) => (
            <li key={countsFrom}>
              <span>{percent}%</span>
              <span className="note">
                {t('trainerShareForm.countsFrom', { countsFrom: formatDate(countsFrom, 'UTC') })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <CheckedForm problem={problem} className="stack tight testimonial-form" preventScrollReset>
        <input type="hidden" name="intent" value="share" />
        <div className="two">
          <TextField
            label={t('trainerShareForm.share')}
            aside={t('trainerShareForm.percent')}
            name="percent"
            inputMode="numeric"
            maxLength={3}
            defaultValue={typed?.get('percent') ?? share.percent}
            error={errors.percent}
          />
          <DateField
            label={t('trainerShareForm.countsFrom2')}
            name="countsFrom"
            min={share.today}
            defaultValue={typed?.get('countsFrom') ?? share.today}
            error={errors.countsFrom}
          />
        </div>
        <div className="button-row">
          <Button pending={pending}>{t('trainerShareForm.setTheShare')}</Button>
        </div>
      </CheckedForm>
    </section>
  )
}
