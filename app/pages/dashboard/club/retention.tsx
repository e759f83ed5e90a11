import { Link } from 'react-router'
import { bounds } from '#domain/bounds.ts'
import type { RetentionInput } from '#domain/personal-data/retention.input.ts'
import { retentionDays, retentionTable } from '#domain/personal-data/retention.rules.ts'
import { readRetentionSettings, saveRetentionTerms } from '#domain/personal-data/retention.server.ts'
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
import { SaveBar } from './save-bar.tsx'
import type { Route } from './+types/retention.ts'

const heading = 'How long data stays'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  const { version, ...terms } = await readRetentionSettings(actor)
  return { terms, version, table: retentionTable(terms) }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await saveRetentionTerms(actor, termsFromForm(fields), fields.get('version'))
  return redirectWithToast('/dashboard/retention', { text: 'Times saved. They apply from the next night.' })
})

export { clientAction } from '#app/forms/client-action.ts'

const termsFromForm = (form: URLSearchParams): RetentionInput => ({
  formerMemberDays: form.get('formerMemberDays') ?? '',
  erasesFormerMembers: form.has('erasesFormerMembers'),
  letterDays: form.get('letterDays') ?? '',
  activityDays: form.get('activityDays') ?? '',
  auditDays: form.get('auditDays') ?? '',
})

const eraseAtNight = `Delete them at night, ${retentionDays.formerMemberNotice} days after an email`

const choices = [
  { name: 'letterDays', label: 'Emails: recipient and subject', unit: 'days', hint: 'Newsletters too.' },
  { name: 'activityDays', label: 'Activity log', unit: 'days', hint: 'What members see about themselves.' },
  { name: 'auditDays', label: 'Audit log', unit: 'days', hint: 'What the office changed.' },
] as const

export default function Retention({ loaderData, actionData }: Route.ComponentProps) {
  const { terms, version, table } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const values = typed ? termsFromForm(typed) : terms
  const errors = fieldMessages(problem)
  return (
    <>
      <BackLink to="/dashboard/club">Club Settings</BackLink>
      <h1>{heading}</h1>
      <p className="subtitle">
        Every night the club deletes what is past its time. The <Link to="/privacy">privacy page</Link> shows
        this table.
      </p>
      <CheckedForm key={JSON.stringify([version, typed?.toString()])} problem={problem}>
        <HiddenFields values={{ version: submittedVersion(problem, version) }} />
        <SettingsSection
          heading="Your choice"
          note="Longer helps with questions, shorter protects people. What tax law asks for always stays."
        >
          <TextField
            label="Former members"
            aside="days"
            name="formerMemberDays"
            inputMode="numeric"
            maxLength={4}
            defaultValue={values.formerMemberDays}
            hint={`Since their last visit and hour. ${bounds.formerMemberDays.least} to ${bounds.formerMemberDays.most}.`}
            error={errors.formerMemberDays}
          />
          <CheckboxGroup
            label="Then"
            name="erasesFormerMembers"
            options={[eraseAtNight]}
            chosen={values.erasesFormerMembers ? [eraseAtNight] : []}
          />
          <p className="note">
            Without the tick you delete them yourself, in the list of{' '}
            <Link to="/dashboard/formerMembers">former members</Link>.
          </p>
          {choices.map(({ name, label, unit, hint }) => (
            <TextField
              key={name}
              label={label}
              aside={unit}
              name={name}
              inputMode="numeric"
              maxLength={4}
              defaultValue={values[name]}
              hint={`${hint} ${bounds[name].least} to ${bounds[name].most}.`}
              error={errors[name]}
            />
          ))}
        </SettingsSection>
        <SaveBar changed={problem !== null}>
          <Button variant="primary">Save</Button>
        </SaveBar>
      </CheckedForm>
      <section className="panel">
        <Table
          caption={heading}
          rows={table}
          keyOf={({ what }) => what}
          columns={[
            { name: 'What', place: 'name', look: 'strong', cell: ({ what }) => what },
            { name: 'How long', place: 'says', cell: ({ howLong }) => howLong },
            { name: 'Why', place: 'under', look: 'muted', cell: ({ why }) => why },
          ]}
        />
      </section>
    </>
  )
}
