import { useState } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckboxGroup } from '#app/forms/checkbox-group.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import type { HoursOutside } from '#domain/overview/hours-outside.rules.ts'
import { bounds } from '#domain/bounds.ts'
import { texts } from '#copy/texts.ts'
import { languages } from '#messages/languages.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { OpeningHours } from './opening-hours.tsx'
import type { SettingsFormValues } from './settings-from-form.ts'
import { HomePageSettings } from './home-page-settings.tsx'
import { LockedSelect } from './locked-select.tsx'
import { lockedByVariable, type LockedSettings } from './locked-settings.ts'
import { MoneySettings } from './money-settings.tsx'
import type { SettingsTab } from './settings-tabs.ts'
import { SaveBar } from './save-bar.tsx'
import type { Choice } from './locale-choices.ts'

type Props = {
  tab: SettingsTab
  settings: SettingsFormValues
  /** Version of the settings in the form, for optimistic locking. */
  version: string
  locked: LockedSettings
  /** Number of the next invoice. */
  nextNumber: string
  timeZones: string[]
  choices: { currencies: Choice[]; languages: Choice[] }
  /** True once money was taken in it. */
  currencyIsFixed: boolean
  problem: Problem | null
  /** Hours outside the opening hours in force. */
  hoursOutside: HoursOutside
}

/** The fields of one tab of the club's settings, saved at once. */
export function ClubSettingsForm({
  tab,
  settings,
  version,
  locked,
  nextNumber,
  timeZones,
  choices,
  problem,
  currencyIsFixed,
  hoursOutside,
}: Props) {
  const [changed, setChanged] = useState(problem !== null)
  const errors = fieldMessages(problem)
  const asked = problem?.facts.hoursOutside as HoursOutside | undefined
  const pending = useNavigation().formMethod === 'POST'
  return (
    <CheckedForm
      problem={problem}
      preventScrollReset
      onInput={() => setChanged(true)}
      onReset={() => setChanged(false)}
    >
      <HiddenFields values={{ version }} />
      <FormDraft of={`club ${tab} ${version}`} />
      {tab === 'club' && <ClubSection settings={settings} locked={locked.name} errors={errors} />}
      {tab === 'hours' && (
        <SettingsSection
          anchor="opening-hours"
          heading="Opening hours"
          note="At the foot of every page, and for search engines."
        >
          <OpeningHours
            days={settings.openDays}
            errors={errors}
            hoursOutside={asked ?? hoursOutside}
            isQuestion={asked !== undefined}
          />
        </SettingsSection>
      )}
      {tab === 'club' && (
        <SettingsSection
          anchor="time-zone"
          heading="Time zone"
          note="The clock on the club’s wall. All hours and dates follow it."
        >
          <LockedSelect
            label="Time zone"
            name="timeZone"
            chosen={locked.timeZone ?? settings.timeZone}
            choices={timeZoneOptions(settings.timeZone, timeZones)}
            lockedReason={locked.timeZone === null ? null : lockedByVariable('CLUB_TIME_ZONE')}
            error={errors.timeZone}
          />
          <LockedSelect
            label="Language of dates"
            name="language"
            chosen={locked.language ?? settings.language}
            choices={choices.languages}
            lockedReason={locked.language === null ? null : lockedByVariable('CLUB_LANGUAGE')}
            error={errors.language}
          />
          <CheckboxGroup
            label="Pages are offered in"
            name="otherLanguages"
            options={Object.values(languages)}
            chosen={settings.otherLanguages.map((code) => languages[code])}
            error={errors.otherLanguages}
          />
        </SettingsSection>
      )}
      {tab === 'money' && (
        <MoneySettings
          settings={settings}
          nextNumber={nextNumber}
          locked={locked}
          currencies={choices.currencies}
          currencyIsFixed={currencyIsFixed}
          errors={errors}
        />
      )}
      {tab === 'firstPage' && <HomePageSettings settings={settings} errors={errors} />}
      {tab === 'otherPages' && (
        <SettingsSection heading="Other pages" note="Start a line with # to make it a heading.">
          <TextArea
            label={texts.footer.aboutUs}
            name="about"
            rows={8}
            maxLength={bounds.aboutClub.most}
            defaultValue={settings.about}
            error={errors.about}
          />
          <TextArea
            label="At the door"
            aside="on the contact page"
            name="atTheDoor"
            maxLength={bounds.atTheDoor.most}
            defaultValue={settings.atTheDoor}
            error={errors.atTheDoor}
          />
        </SettingsSection>
      )}
      <SaveBar changed={changed}>
        <div className="button-row">
          {changed && problem === null && <Button type="reset">Undo</Button>}
          <Button variant="primary" pending={pending}>
            Save
          </Button>
          {asked && (
            <Button name="acceptsHoursOutside" value="yes">
              Save anyway
            </Button>
          )}
        </div>
      </SaveBar>
    </CheckedForm>
  )
}

function ClubSection({
  settings,
  locked,
  errors,
}: {
  settings: SettingsFormValues
  locked: string | null
  errors: FieldErrors
}) {
  const field = (name: 'company' | 'telephone' | 'email' | 'openSince') => ({
    name,
    defaultValue: settings[name] ?? '',
    error: errors[name],
  })
  return (
    <SettingsSection
      anchor="the-club"
      heading="The club"
      note="On the contact page, at the foot of every page and on receipts."
    >
      <TextField
        label="Name"
        name="name"
        maxLength={bounds.clubName.most}
        defaultValue={locked ?? settings.name}
        readOnly={locked !== null}
        hint={locked === null ? undefined : lockedByVariable('CLUB_NAME')}
        error={errors.name}
      />
      <TextField
        label="Company"
        aside="as registered"
        maxLength={bounds.company.most}
        {...field('company')}
      />
      <TextArea
        label="Address"
        name="address"
        rows={3}
        maxLength={bounds.clubAddress.most}
        defaultValue={settings.address}
        error={errors.address}
      />
      <div className="two">
        <TextField label="Telephone" type="tel" maxLength={bounds.telephone.most} {...field('telephone')} />
        <TextField label="Email" type="email" maxLength={bounds.clubEmail.most} {...field('email')} />
      </div>
      <TextField
        label="Open since"
        aside="a year"
        inputMode="numeric"
        maxLength={4}
        {...field('openSince')}
      />
    </SettingsSection>
  )
}

const timeZoneOptions = (chosen: string, zones: string[]) =>
  [...new Set(['UTC', chosen, ...zones])].map((zone) => ({ value: zone, label: zone }))
