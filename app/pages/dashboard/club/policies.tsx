import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import {
  fieldMessages,
  problemOf,
  submittedValues,
  submittedVersion,
  type Problem,
} from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { readPolicySettings, savePolicies } from '#domain/lessons/policies.server.ts'
import { formatDate } from '#format/date-time.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/policies.ts'
import { PolicyField } from './policy-field.tsx'
import {
  policiesFromForm,
  policyNames,
  policySections,
  type PolicyName,
  type TypedPolicies,
} from './policy-sentences.ts'
import { SaveBar } from './save-bar.tsx'

const heading = () => t('policies.rulesOfBooking')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(({ actor }: Route.LoaderArgs & LoaderContext) => readPolicySettings(actor))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { isChanged } = await savePolicies(actor, policiesFromForm(fields), fields.get('version'))
  return redirectWithToast('/dashboard/policies', {
    text: isChanged ? t('policies.rulesSavedTheyApply') : t('policies.noRuleWasChanged'),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function Policies({ loaderData, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const submitted = submittedValues(problem)
  const stored = Object.fromEntries(
    policyNames.map((name) => [name, String(loaderData.values[name])]),
  ) as TypedPolicies
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('policies.newNumbersApplyTo')}</p>
      <PoliciesForm
        // remounts to show saved values
        key={JSON.stringify([loaderData.version, submitted?.toString()])}
        values={submitted ? policiesFromForm(submitted) : stored}
        version={submittedVersion(problem, loaderData.version)}
        setAt={loaderData.setAt}
        proposed={loaderData.proposed}
        problem={problem}
      />
    </>
  )
}

function PoliciesForm({
  values,
  version,
  setAt,
  proposed,
  problem,
}: {
  values: TypedPolicies
  version: string
  setAt: Date
  proposed: PolicyName[]
  problem: Problem | null
}) {
  const { club } = useLayoutProps()
  const [typed, setTyped] = useState(values)
  const [changed, setChanged] = useState(problem !== null)
  const errors = fieldMessages(problem)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <CheckedForm
      problem={problem}
      preventScrollReset
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement
        setTyped((before) => ({ ...before, [name]: value }))
        setChanged(true)
      }}
    >
      <HiddenFields values={{ version }} />
      {policySections().map(({ heading: name, note, sentences }) => (
        <SettingsSection key={name} heading={name} note={note}>
          {sentences.map((sentence) => (
            <PolicyField
              key={sentence.pieces[0]}
              sentence={sentence}
              values={values}
              typed={typed}
              errors={errors}
              isProposed={sentence.fields.some(({ name: field }) => proposed.includes(field))}
            />
          ))}
        </SettingsSection>
      ))}
      <SaveBar
        changed={changed}
        note={
          <>
            {t('policies.inForceSince', { setAt: endSentence(formatDate(setAt, club.timeZone)) })}
            <Link to="/dashboard/auditLog">{t('policies.earlierChanges')}</Link>
          </>
        }
      >
        <Button variant="primary" pending={pending}>
          {t('policies.saveTheRules')}
        </Button>
        {/* second, so that Enter saves */}
        <Button formMethod="get" formAction="/dashboard/policies/rehearsal">
          {t('policies.tryOnTheLast')}
        </Button>
      </SaveBar>
    </CheckedForm>
  )
}
