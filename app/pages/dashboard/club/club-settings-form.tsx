import { ArrowRight } from 'lucide'
import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckboxGroup } from '#app/forms/checkbox-group.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import type { HoursOutside } from '#domain/overview/hours-outside.rules.ts'
import { languageOf, languages } from '#messages/languages.ts'
import { t } from '#messages/t.ts'
import { HomePageSettings } from './home-page-settings.tsx'
import type { Choice } from './locale-choices.ts'
import { LockedSelect } from './locked-select.tsx'
import { lockedByVariable, type LockedSettings } from './locked-settings.ts'
import { MoneySettings } from './money-settings.tsx'
import { OpeningHours } from './opening-hours.tsx'
import { SaveBar } from './save-bar.tsx'
import type { SettingsFormValues } from './settings-from-form.ts'
import type { SettingsTab } from './settings-tabs.ts'

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
  takesDebits: boolean
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
  takesDebits,
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
          heading={t('clubSettingsForm.openingHours')}
          note={t('clubSettingsForm.atTheFootOf')}
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
          heading={t('clubSettingsForm.timeZone')}
          note={t('clubSettingsForm.theClockOnThe')}
        >
          <LockedSelect
            label={t('clubSettingsForm.timeZone')}
            name="timeZone"
            chosen={locked.timeZone ?? settings.timeZone}
            choices={timeZoneOptions(settings.timeZone, timeZones)}
            lockedReason={locked.timeZone === null ? null : lockedByVariable('CLUB_TIME_ZONE')}
            error={errors.timeZone}
          />
          <LockedSelect
            label={t('clubSettingsForm.languageOfDates')}
            name="language"
            chosen={locked.language ?? settings.language}
            choices={choices.languages}
            lockedReason={locked.language === null ? null : lockedByVariable('CLUB_LANGUAGE')}
            error={errors.language}
          />
          <CheckboxGroup
            label={t('clubSettingsForm.pagesAreOfferedIn')}
            name="otherLanguages"
            options={Object.values(languages)}
            fixed={languages[languageOf(locked.language ?? settings.language) ?? 'en']}
            chosen={settings.otherLanguages.map((code) => languages[code])}
            error={errors.otherLanguages}
          />
          {settings.otherLanguages.length > 0 && (
            <Link className="show" to="/dashboard/ownWords">
              {t('ownWords.heading')}
              <Icon of={ArrowRight} />
            </Link>
          )}
        </SettingsSection>
      )}
      {tab === 'money' && (
        <MoneySettings
          settings={settings}
          nextNumber={nextNumber}
          locked={locked}
          currencies={choices.currencies}
          currencyIsFixed={currencyIsFixed}
          takesDebits={takesDebits}
          errors={errors}
        />
      )}
      {tab === 'firstPage' && <HomePageSettings settings={settings} errors={errors} />}
      {tab === 'otherPages' && (
        <SettingsSection
          heading={t('clubSettingsForm.otherPages')}
          note={t('clubSettingsForm.startALineWith')}
        >
          <TextArea
            label={texts.footer.aboutUs}
            name="about"
            rows={8}
            maxLength={bounds.aboutClub.most}
            defaultValue={settings.about}
            error={errors.about}
          />
          <TextArea
            label={t('clubSettingsForm.atTheDoor')}
            aside={t('clubSettingsForm.onTheContactPage')}
            name="atTheDoor"
            maxLength={bounds.atTheDoor.most}
            defaultValue={settings.atTheDoor}
            error={errors.atTheDoor}
          />
        </SettingsSection>
      )}
      <SaveBar changed={changed}>
        <div className="button-row">
          {changed && problem === null && <Button type="reset">{t('clubSettingsForm.undo')}</Button>}
          <Button variant="primary" pending={pending}>
            {t('clubSettingsForm.save')}
          </Button>
          {asked && (
            <Button name="acceptsHoursOutside" value="yes">
              {t('clubSettingsForm.saveAnyway')}
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
  const field = (name: 'company' | 'telephone' | 'email' | 'openSince' | 'opensOn') => ({
    name,
    defaultValue: settings[name] ?? '',
    error: errors[name],
  })
  return (
    <SettingsSection
      anchor="the-club"
      heading={t('clubSettingsForm.theClub')}
      note={t('clubSettingsForm.onTheContactPage2')}
    >
      <TextField
        label={t('form.name')}
        name="name"
        maxLength={bounds.clubName.most}
        defaultValue={locked ?? settings.name}
        readOnly={locked !== null}
        hint={locked === null ? undefined : lockedByVariable('CLUB_NAME')}
        error={errors.name}
      />
      <TextField
        label={t('clubSettingsForm.company')}
        aside={t('clubSettingsForm.asRegistered')}
        maxLength={bounds.company.most}
        {...field('company')}
      />
      <TextArea
        label={t('clubSettingsForm.address')}
        name="address"
        rows={3}
        maxLength={bounds.clubAddress.most}
        defaultValue={settings.address}
        error={errors.address}
      />
      <div className="two">
        <TextField
          label={t('clubSettingsForm.telephone')}
          type="tel"
          maxLength={bounds.telephone.most}
          {...field('telephone')}
        />
        <TextField
          label={t('form.email')}
          type="email"
          maxLength={bounds.clubEmail.most}
          {...field('email')}
        />
      </div>
      <TextField
        label={t('clubSettingsForm.openSince')}
        aside={t('clubSettingsForm.aYear')}
        inputMode="numeric"
        maxLength={4}
        {...field('openSince')}
      />
      <DateField
        label={t('clubSettingsForm.opensOn')}
        aside={t('clubSettingsForm.opensOn.aside')}
        {...field('opensOn')}
        defaultValue={settings.opensOn === 'soon' ? '' : settings.opensOn}
      />
      <CheckboxGroup
        label={t('clubSettingsForm.withoutADay')}
        name="opensSoon"
        options={[opensSoon()]}
        chosen={settings.opensOn === 'soon' ? [opensSoon()] : []}
      />
    </SettingsSection>
  )
}

const opensSoon = () => t('clubSettingsForm.weOpenSoonWithout')

const timeZoneOptions = (chosen: string, zones: string[]) =>
  [...new Set(['UTC', chosen, ...zones])].map((zone) => ({ value: zone, label: zone }))
