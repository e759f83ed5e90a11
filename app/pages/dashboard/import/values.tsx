import { redirect } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { checkImport } from '#domain/imports/check-import.server.ts'
import { matchedFields, type MatchedField } from '#domain/imports/import-fields.rules.ts'
import { readImport } from '#domain/imports/imports.server.ts'
import {
  listMatches,
  readValues,
  saveValues,
  type ValueOfImport,
} from '#domain/imports/matched-values.server.ts'
import { remainingMembership } from '#domain/imports/read-person.rules.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/values.ts'
import { importAddress } from './import-address.ts'
import { ImportFrame, importHeading } from './import-frame.tsx'

/** Values of a column; a form has at most 200 fields. */
const shownValues = 60

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, importHeading())

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  const found = await readImport(actor, params.id)
  if (found.state !== 'draft' && found.state !== 'checked') throw redirect(importAddress(found))
  return { id: found.id, values: await readValues(actor, params.id), ...(await listMatches(actor)) }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const chosen = (field: MatchedField) =>
    Object.fromEntries(
      [...fields].flatMap(([name, value]) =>
        name.startsWith(`${field}:`) ? [[name.slice(field.length + 1), value] as const] : [],
      ),
    )
  await saveValues(actor, params.id, {
    membership: chosen('membership'),
    trainer: chosen('trainer'),
    salutation: chosen('salutation'),
  })
  await checkImport(actor, params.id)
  return redirect(`/dashboard/import/${params.id}/check`)
})

const headings = (): Record<MatchedField, string> => ({
  membership: t('values.membershipsAndCards'),
  trainer: t('navigation.trainers'),
  salutation: t('values.formsOfAddress'),
})

/** Third step of an import: what the values of some columns become, once each. */
export default function Values({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values, trainers, offers } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const options = {
    membership: [
      { value: remainingMembership, label: t('values.whatIsLeftOf') },
      { value: '', label: t('values.leftOut') },
      ...offers.map(({ id: value, title }) => ({ value, label: title })),
    ],
    trainer: [
      { value: '', label: t('values.leftOut') },
      ...trainers.map(({ id: value, name }) => ({ value, label: name })),
    ],
  }
  return (
    <ImportFrame step="values" subtitle={t('values.eachValueOnceNot')}>
      <CheckedForm problem={problem}>
        {matchedFields.map((field) => {
          const shown = values[field].slice(0, shownValues)
          if (shown.length === 0) return null
          return (
            <section className="panel" key={field}>
              <header>
                <h2>{headings()[field]}</h2>
                <span className="note">{t('values.value', { count: values[field].length })}</span>
              </header>
              <ul className="import-values">
                {shown.map((each) => (
                  <ValueRow
                    key={each.value}
                    field={field}
                    value={each}
                    typed={typed}
                    options={field === 'salutation' ? null : options[field]}
                  />
                ))}
              </ul>
              {shown.length < values[field].length && (
                <p className="note above-4">{t('values.theOtherValuesCome')}</p>
              )}
            </section>
          )
        })}
        {matchedFields.every((field) => values[field].length === 0) && (
          <p className="above-5">{t('values.noColumnHasValues')}</p>
        )}
        <div className="save-bar">
          <p className="note">{t('values.nothingIsWrittenYet')}</p>
          <div className="button-row">
            <LinkButton to={`/dashboard/import/${id}`}>{t('values.back')}</LinkButton>
            <Button variant="primary">{t('values.checkAllRows')}</Button>
          </div>
        </div>
      </CheckedForm>
    </ImportFrame>
  )
}

type RowProps = {
  field: MatchedField
  value: ValueOfImport
  typed?: URLSearchParams
  options: { value: string; label: string }[] | null
}

function ValueRow({ field, value: { value, people, becomes }, typed, options }: RowProps) {
  const name = `${field}:${value}`
  const label = value === '' ? t('values.empty') : value
  const control = {
    label: t('values.becomes', { label }),
    className: 'hidden-label',
    name,
    defaultValue: typed?.get(name) ?? becomes,
  }
  return (
    <li>
      <div>
        <b>{label}</b>
        <p>{t('values.person', { people })}</p>
      </div>
      {options ? (
        <SelectField {...control} options={options} />
      ) : (
        <TextField {...control} maxLength={30} placeholder={t('values.leftOut')} />
      )}
    </li>
  )
}
