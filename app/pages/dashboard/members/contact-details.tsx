import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { bounds } from '#domain/bounds.ts'
import type { OfficeDetails } from '#domain/members/new-member.input.ts'
import { languageOf, languages } from '#messages/languages.ts'
import { t } from '#messages/t.ts'

type Props = { person: OfficeDetails; problem: Problem | null }

/** Telephone, form of address, language and tags of a person, as the office enters them. */
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
          <TextField
            label={t('contactDetails.inAnEmergency')}
            aside={t('contactDetails.optional')}
            name="emergencyContact"
            autoComplete="off"
            maxLength={bounds.emergencyContact.most}
            defaultValue={typed?.get('emergencyContact') ?? person.emergencyContact}
            error={errors.emergencyContact}
          />
          <SelectField
            label={t('contactDetails.languageOfTheirLetters')}
            name="language"
            defaultValue={typed?.get('language') ?? languageOf(person.language) ?? ''}
            options={[
              { value: '', label: t('contactDetails.theClubsOwn') },
              ...Object.entries(languages).map(([value, label]) => ({ value, label })),
            ]}
            error={errors.language}
          />
        </div>
        <TextField
          label={t('contactDetails.tags')}
          aside={t('contactDetails.optional')}
          name="tags"
          autoComplete="off"
          hint={t('contactDetails.separatedByCommas')}
          defaultValue={typed?.get('tags') ?? person.tags.join(', ')}
          error={errors.tags}
        />
        <div className="button-row">
          <Button pending={pending}>{t('contactDetails.saveContact')}</Button>
        </div>
      </CheckedForm>
    </section>
  )
}
