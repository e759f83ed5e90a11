import { Check } from 'lucide'
import { useState } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckboxGroup } from '#app/forms/checkbox-group.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { NumberField, TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import type { AccountRecord } from '#domain/members/profile.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatNumber } from '#format/money.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

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
        label={t('profileForm.fullName')}
        name="name"
        autoComplete="name"
        maxLength={bounds.personName.most}
        defaultValue={first('name', account.name)}
        error={errors.name}
      />
      <TextField
        label={t('profileForm.whatShallWeCall')}
        aside={t('profileForm.optional')}
        name="preferredName"
        autoComplete="nickname"
        maxLength={bounds.preferredName.most}
        defaultValue={first('preferredName', account.preferredName)}
        error={errors.preferredName}
        hint={t('profileForm.theClubGreetsYou')}
      />
      <div className="three">
        <NumberField
          label={t('profileForm.height')}
          aside={t('profileForm.cm')}
          name="heightCm"
          defaultValue={first('heightCm', account.heightCm)}
          error={errors.heightCm}
        />
        <NumberField
          label={t('profileForm.age')}
          aside={t('profileForm.years')}
          name="age"
          defaultValue={first('age', account.age)}
          error={errors.age}
        />
        <SelectField
          label={t('profileForm.bloodGroup')}
          name="bloodGroup"
          defaultValue={first('bloodGroup', account.bloodGroup)}
          options={[
            { value: '', label: t('profileForm.notGiven') },
            ...choices.bloodGroups.map((group) => ({ value: group, label: group })),
          ]}
          error={errors.bloodGroup}
        />
      </div>
      <div>
        <HiddenFields values={{ sharesBloodGroup: 'no' }} />
        <label className="check">
          <input
            type="checkbox"
            name="sharesBloodGroup"
            value="yes"
            defaultChecked={
              typed
                ? typed.getAll('sharesBloodGroup').includes('yes')
                : account.bloodGroupConsentedAt !== null
            }
          />
          <span className="box">
            <Icon of={Check} />
          </span>
          {t('profileForm.iAgreeThatMyBloodGroup')}
        </label>
        <p className="note above-3">{t('profileForm.bloodGroupWithoutConsent')}</p>
      </div>
      <CheckboxGroup
        label={t('profileForm.skills')}
        name="skills"
        options={choices.skills}
        chosen={typed ? typed.getAll('skills') : account.skills}
        error={errors.skills}
      />
      <TextArea
        label={t('profileForm.description')}
        aside={t('profileForm.of', { count: [...description].length, longest: formatNumber(longest) })}
        name="description"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={errors.description}
        hint={t('profileForm.onlyYouAndThe')}
      />
      <TextField
        label={t('profileForm.telephone')}
        aside={t('profileForm.optional')}
        type="tel"
        name="telephone"
        autoComplete="tel"
        maxLength={bounds.telephone.most}
        defaultValue={first('telephone', account.telephone)}
        error={errors.telephone}
        hint={t('profileForm.theClubAndYour')}
      />
      <div className="button-row">
        <Button variant="primary" pending={pending}>
          {texts.profileSettings.update}
        </Button>
        <span className="note">
          {t('profileForm.lastSavedOn', { savedAt: endSentence(formatDate(account.savedAt, timeZone)) })}
        </span>
      </div>
    </CheckedForm>
  )
}
