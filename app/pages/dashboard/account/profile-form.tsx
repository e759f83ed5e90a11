import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { AccountRecord } from '#domain/members/profile.server.ts'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { CheckboxGroup } from '#app/forms/checkbox-group.tsx'
import { NumberField, TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { formatDate } from '#format/date-time.ts'
import { formatNumber } from '#format/money.ts'
import { endSentence } from '#format/text.ts'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'

const longest = bounds.profileDescription.most

type Props = {
  account: AccountRecord
  choices: { bloodGroups: readonly string[]; skills: readonly string[] }
  problem: Problem | null
  timeZone: string
}

export function ProfileForm({ account, choices, problem, timeZone }: Props) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const pending = useNavigation().formData?.get('intent') === 'profile'
  const first = (name: string, saved: string | number | null) => typed?.get(name) ?? saved ?? ''
  const [description, setDescription] = useState(String(first('description', account.description)))
  return (
    <CheckedForm problem={problem} message={null} className="stack" preventScrollReset>
      <input type="hidden" name="intent" value="profile" />
      <FormDraft of={`profile ${account.name} ${account.description}`} />
      <TextField
        label="Full name"
        name="name"
        autoComplete="name"
        maxLength={bounds.personName.most}
        defaultValue={first('name', account.name)}
        error={errors.name}
      />
      <TextField
        label="What shall we call you?"
        aside="optional"
        name="preferredName"
        autoComplete="nickname"
        maxLength={bounds.preferredName.most}
        defaultValue={first('preferredName', account.preferredName)}
        error={errors.preferredName}
        hint="The club greets you with it. Lists and trainers’ calendars have your full name."
      />
      <div className="three">
        <NumberField
          label="Height"
          aside="cm"
          name="heightCm"
          defaultValue={first('heightCm', account.heightCm)}
          error={errors.heightCm}
        />
        <NumberField
          label="Age"
          aside="years"
          name="age"
          defaultValue={first('age', account.age)}
          error={errors.age}
        />
        <SelectField
          label="Blood group"
          name="bloodGroup"
          defaultValue={first('bloodGroup', account.bloodGroup)}
          options={[
            { value: '', label: 'Not given' },
            ...choices.bloodGroups.map((group) => ({ value: group, label: group })),
          ]}
          error={errors.bloodGroup}
        />
      </div>
      <CheckboxGroup
        label="Skills"
        name="skills"
        options={choices.skills}
        chosen={typed ? typed.getAll('skills') : account.skills}
        error={errors.skills}
      />
      <TextArea
        label="Description"
        aside={`${[...description].length} of ${formatNumber(longest)}`}
        name="description"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={errors.description}
        hint="Only you and the club’s admins can read this."
      />
      <TextField
        label="Telephone"
        aside="optional"
        type="tel"
        name="telephone"
        autoComplete="tel"
        maxLength={bounds.telephone.most}
        defaultValue={first('telephone', account.telephone)}
        error={errors.telephone}
        hint="The club and your trainers call it when one of your hours changes."
      />
      <div className="button-row">
        <Button variant="primary" pending={pending}>
          {texts.profileSettings.update}
        </Button>
        <span className="note">Last saved on {endSentence(formatDate(account.savedAt, timeZone))}</span>
      </div>
    </CheckedForm>
  )
}
