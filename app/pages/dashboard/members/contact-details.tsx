import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { bounds } from '#domain/bounds.ts'
import type { ContactDetails } from '#domain/members/members.input.ts'
import { t } from '#messages/t.ts'

type Props = { person: ContactDetails; problem: Problem | null }

/** Telephone and form of address of a person, as the office enters them. */
export function ContactDetails({ person, problem }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'contact'
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <section className="panel">
      <header>
        <h2>{t('contactDetails.contact')}</h2>
      </header>
      <CheckedForm problem={problem} className="stack tight" preventScrollReset>
        <input type="hidden" name="intent" value="contact" />
        <div className="two">
          <TextField
            label={t('contactDetails.telephone')}
            aside={t('contactDetails.optional')}
            name="telephone"
            type="tel"
            autoComplete="off"
            maxLength={bounds.telephone.most}
            defaultValue={typed?.get('telephone') ?? person.telephone}
            error={errors.telephone}
          />
          <TextField
            label={t('contactDetails.whatWeCallThem')}
            aside={t('contactDetails.optional')}
            name="preferredName"
            autoComplete="off"
            maxLength={bounds.preferredName.most}
            defaultValue={typed?.get('preferredName') ?? person.preferredName}
            error={errors.preferredName}
          />
        </div>
        <div className="button-row">
          <Button pending={pending}>{t('contactDetails.saveContact')}</Button>
        </div>
      </CheckedForm>
    </section>
  )
}
