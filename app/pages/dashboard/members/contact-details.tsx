import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import type { ContactDetails } from '#domain/members/members.input.ts'
import { bounds } from '#domain/bounds.ts'

type Props = { person: ContactDetails; problem: Problem | null }

/** Telephone and form of address of a person, as the office enters them. */
export function ContactDetails({ person, problem }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'contact'
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <section className="panel">
      <header>
        <h2>Contact</h2>
      </header>
      <CheckedForm problem={problem} className="stack tight" preventScrollReset>
        <input type="hidden" name="intent" value="contact" />
        <div className="two">
          <TextField
            label="Telephone"
            aside="optional"
            name="telephone"
            type="tel"
            autoComplete="off"
            maxLength={bounds.telephone.most}
            defaultValue={typed?.get('telephone') ?? person.telephone}
            error={errors.telephone}
          />
          <TextField
            label="What we call them"
            aside="optional"
            name="preferredName"
            autoComplete="off"
            maxLength={bounds.preferredName.most}
            defaultValue={typed?.get('preferredName') ?? person.preferredName}
            error={errors.preferredName}
          />
        </div>
        <div className="button-row">
          <Button pending={pending}>Save contact</Button>
        </div>
      </CheckedForm>
    </section>
  )
}
