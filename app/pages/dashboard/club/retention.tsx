import { Link } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { Table } from '#app/components/table.tsx'
import { CheckboxGroup } from '#app/forms/checkbox-group.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, submittedVersion } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { bounds } from '#domain/bounds.ts'
import type { RetentionInput } from '#domain/personal-data/retention.input.ts'
import { retentionDays, retentionTable } from '#domain/personal-data/retention.rules.ts'
import { readRetentionSettings, saveRetentionTerms } from '#domain/personal-data/retention.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/retention.ts'
import { SaveBar } from './save-bar.tsx'

const heading = () => t('retention.howLongDataStays')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  const { version, ...terms } = await readRetentionSettings(actor)
  return { terms, version, table: retentionTable(terms) }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await saveRetentionTerms(actor, termsFromForm(fields), fields.get('version'))
  return redirectWithToast('/dashboard/retention', { text: t('retention.timesSavedTheyApply') })
})

export { clientAction } from '#app/forms/client-action.ts'

const termsFromForm = (form: URLSearchParams): RetentionInput => ({
  formerMemberDays: form.get('formerMemberDays') ?? '',
  erasesFormerMembers: form.has('erasesFormerMembers'),
  letterDays: form.get('letterDays') ?? '',
  activityDays: form.get('activityDays') ?? '',
  auditDays: form.get('auditDays') ?? '',
})

const eraseAtNight = () =>
  t('retention.deleteThemAtNight', { formerMemberNotice: retentionDays.formerMemberNotice })

const choices = [
  {
    name: 'letterDays',
    get label() {
      return t('retention.emailsRecipientAndSubject')
    },
    get hint() {
      return t('retention.newslettersToo')
    },
  },
  {
    name: 'activityDays',
    get label() {
      return t('retention.activityLog')
    },
    get hint() {
      return t('retention.whatMembersSeeAbout')
    },
  },
  {
    name: 'auditDays',
    get label() {
      return t('retention.auditLog')
    },
    get hint() {
      return t('retention.whatTheOfficeChanged')
    },
  },
] as const

export default function Retention({ loaderData, actionData }: Route.ComponentProps) {
  const { terms, version, table } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const values = typed ? termsFromForm(typed) : terms
  const errors = fieldMessages(problem)
  return (
    <>
      <BackLink to="/dashboard/club">{t('retention.clubSettings')}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">
        {t('retention.everyNightTheClub')}
        <Link to="/privacy">{t('retention.privacyPage')}</Link>
        {t('retention.showsThisTable')}
      </p>
      <CheckedForm key={JSON.stringify([version, typed?.toString()])} problem={problem}>
        <HiddenFields values={{ version: submittedVersion(problem, version) }} />
        <SettingsSection heading={t('retention.yourChoice')} note={t('retention.longerHelpsWithQuestions')}>
          <TextField
            label={t('retention.formerMembers')}
            aside={t('retention.days')}
            name="formerMemberDays"
            inputMode="numeric"
            maxLength={4}
            defaultValue={values.formerMemberDays}
            hint={t('retention.sinceTheirLastVisit', {
              least: bounds.formerMemberDays.least,
              most: bounds.formerMemberDays.most,
            })}
            error={errors.formerMemberDays}
          />
          <CheckboxGroup
            label={t('retention.then')}
            name="erasesFormerMembers"
            options={[eraseAtNight()]}
            chosen={values.erasesFormerMembers ? [eraseAtNight()] : []}
          />
          <p className="note">
            {t('retention.withoutTheTickYou')}
            <Link to="/dashboard/formerMembers">{t('retention.formerMembers2')}</Link>.
          </p>
          {choices.map(({ name, label, hint }) => (
            <TextField
              key={name}
              label={label}
              aside={t('retention.days')}
              name={name}
              inputMode="numeric"
              maxLength={4}
              defaultValue={values[name]}
              hint={t('retention.to', { hint, least: bounds[name].least, most: bounds[name].most })}
              error={errors[name]}
            />
          ))}
        </SettingsSection>
        <SaveBar changed={problem !== null}>
          <Button variant="primary">{t('retention.save')}</Button>
        </SaveBar>
      </CheckedForm>
      <section className="panel">
        <Table
          caption={heading()}
          rows={table}
          keyOf={({ what }) => what}
          columns={[
            { name: t('retention.what'), place: 'name', look: 'strong', cell: ({ what }) => what },
            { name: t('retention.howLong'), place: 'says', cell: ({ howLong }) => howLong },
            { name: t('retention.why'), place: 'under', look: 'muted', cell: ({ why }) => why },
          ]}
        />
      </section>
    </>
  )
}
