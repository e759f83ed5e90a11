import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { bounds } from '#domain/bounds.ts'
import type { Family } from '#domain/members/guardians.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Props = { family: Family; hasSignIn: boolean; problem: Problem | null }

/** Guardians of a person, and the people for whom the person acts. */
export function MemberFamily({ family: { guardians, inCare }, hasSignIn, problem }: Props) {
  if (hasSignIn && inCare.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{t('memberFamily.family')}</h2>
      </header>
      <ul className="todo member-rows">
        {inCare.map(({ id, name, age, until }) => (
          <li key={id}>
            <div>
              <b className="anywhere">{name}</b>
              <p>
                {age !== null && `${age}. `}
                {t('memberFamily.theyBookAndPay', { name })}
                {until && t('memberFamily.until', { until: formatDate(until, 'UTC') })}.
              </p>
            </div>
            <Link to={`/dashboard/members/${id}`} aria-label={t('memberFamily.open', { name })}>
              {t('memberFamily.open2')}
            </Link>
          </li>
        ))}
        {guardians.map(({ id, name }) => (
          <li key={id}>
            <div>
              <b className="anywhere">
                <Link to={`/dashboard/members/${id}`}>{name}</Link>
              </b>
              <p>{t('memberFamily.booksAndPaysFor')}</p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="remove-guardian" />
              <input type="hidden" name="guardianId" value={id} />
              <Button small aria-label={t('memberFamily.remove', { name })}>
                {t('memberFamily.remove2')}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {!hasSignIn && <GuardianForm problem={problem} key={guardians.length} />}
    </section>
  )
}

function GuardianForm({ problem }: { problem: Problem | null }) {
  const pending = useNavigation().formData?.get('intent') === 'guardian'
  return (
    <CheckedForm problem={problem} className="stack tight" preventScrollReset>
      <input type="hidden" name="intent" value="guardian" />
      <TextField
        label={t('memberFamily.adultWhoBooksAnd')}
        name="guardian"
        autoComplete="off"
        maxLength={bounds.email.most}
        hint={t('memberFamily.emailOrNumberOf')}
        defaultValue={submittedValues(problem)?.get('guardian') ?? ''}
        error={fieldMessages(problem).guardian}
        required
      />
      <div className="button-row">
        <Button pending={pending}>{t('memberFamily.addTheGuardian')}</Button>
      </div>
    </CheckedForm>
  )
}
