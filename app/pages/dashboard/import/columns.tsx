import { CircleAlert } from 'lucide'
import { redirect } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { FieldError } from '#app/forms/field.tsx'
import { fieldMessages, formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { checkImport } from '#domain/imports/check-import.server.ts'
import {
  amountFields,
  dayFields,
  importFields,
  isRefusedHeading,
  matchedFields,
} from '#domain/imports/import-fields.rules.ts'
import {
  changeNotation,
  deleteImport,
  readColumns,
  readImport,
  saveColumns,
  type ColumnOfImport,
} from '#domain/imports/imports.server.ts'
import { encodingNames } from '#domain/tables/text-encoding.rules.ts'
import { separators } from '#domain/tables/uploaded-table-limits.rules.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/columns.ts'
import { importAddress } from './import-address.ts'
import { ImportFrame, importHeading } from './import-frame.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, importHeading())

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  const found = await readImport(actor, params.id)
  if (found.state !== 'draft' && found.state !== 'checked') throw redirect(importAddress(found))
  return {
    id: found.id,
    fileName: found.fileName,
    rowCount: found.rowCount,
    encoding: found.encoding,
    separator: found.separator,
    columns: await readColumns(actor, params.id),
  }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const intent = readIntent(fields, ['save', 'read again', 'delete'])
  if (intent === 'delete') {
    await deleteImport(actor, params.id)
    return redirectWithToast('/dashboard/import', { text: t('columns.theFileWasDeleted') })
  }
  if (intent === 'read again') {
    await changeNotation(actor, params.id, {
      encoding: fields.get('encoding'),
      separator: fields.get('separator'),
    })
    return redirect(`/dashboard/import/${params.id}`)
  }
  const { headings } = await readImport(actor, params.id)
  const columns = headings.map((_heading, index) => ({
    field: fields.get(`field.${index}`),
    dayOrder: fields.get(`dayOrder.${index}`),
    decimalSign: fields.get(`decimalSign.${index}`),
  }))
  await saveColumns(actor, params.id, columns)
  if (columns.some(({ field }) => (matchedFields as readonly unknown[]).includes(field)))
    return redirect(`/dashboard/import/${params.id}/values`)
  await checkImport(actor, params.id)
  return redirect(`/dashboard/import/${params.id}/check`)
})

/** Second step of an import: what each column is. */
export default function Columns({ loaderData, actionData }: Route.ComponentProps) {
  const { fileName, rowCount, columns, encoding, separator } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const known = columns.filter(({ field }) => field !== null).length
  return (
    <ImportFrame
      step="columns"
      subtitle={`${fileName}, ${t('columns.row', { rowCount })}, ${t('columns.column', { count: columns.length })}.`}
    >
      {encoding && separator && <Notation encoding={encoding} separator={separator} />}
      <CheckedForm problem={problem} message={formMessage(problem)}>
        <section className="panel">
          <header>
            <h2>{t('columns.columns')}</h2>
            <span className="note">{t('columns.ofRecognised', { known, count: columns.length })}</span>
          </header>
          <ul className="import-columns">
            {columns.map((column, index) => (
              <ColumnRow
                key={`${column.heading} ${index}`}
                column={column}
                index={index}
                typed={typed}
                error={errors[index]}
              />
            ))}
          </ul>
          <p className="note above-4">{t('columns.accountNumbersAreNever')}</p>
        </section>
        <div className="save-bar">
          <p className="note">{t('columns.nothingIsWrittenYet')}</p>
          <div className="button-row">
            <Button name="intent" value="delete">
              {t('columns.throwItAway')}
            </Button>
            <Button variant="primary" name="intent" value="save">
              {t('columns.onToTheValues')}
            </Button>
          </div>
        </div>
      </CheckedForm>
    </ImportFrame>
  )
}

const fieldOptions = () => [
  { value: '', label: t('columns.leftOut') },
  ...Object.entries(importFields).map(([value, label]) => ({ value, label })),
]

type RowProps = { column: ColumnOfImport; index: number; typed?: URLSearchParams; error?: string }

function ColumnRow({ column, index, typed, error }: RowProps) {
  const { heading, finding, examples } = column
  const chosen = typed?.get(`field.${index}`) ?? column.field ?? ''
  const isDay = (dayFields as readonly string[]).includes(chosen)
  const isAmount = (amountFields as readonly string[]).includes(chosen)
  return (
    <li>
      <b>{heading}</b>
      <div>
        <SelectField
          label={t('columns.is', { heading })}
          className="hidden-label"
          name={`field.${index}`}
          defaultValue={chosen}
          options={isRefusedHeading(heading) ? fieldOptions().slice(0, 1) : fieldOptions()}
        />
        {isDay && (finding.dates.both > 0 || finding.dates.isAsked) && (
          <DayOrderField column={column} index={index} typed={typed} />
        )}
        {isAmount && finding.amounts.isAsked && (
          <SelectField
            label={t('columns.isWrittenWith', { example: finding.amounts.example ?? t('columns.amounts') })}
            name={`decimalSign.${index}`}
            defaultValue={typed?.get(`decimalSign.${index}`) ?? column.decimalSign ?? ''}
            options={[
              { value: '', label: t('columns.choose') },
              { value: 'point', label: t('columns.aDecimalPoint') },
              { value: 'comma', label: t('columns.aDecimalComma') },
            ]}
          />
        )}
        {error && <FieldError>{error}</FieldError>}
      </div>
      <p>{examples.map((example) => example || '…').join(' · ')}</p>
    </li>
  )
}

function DayOrderField({ column: { finding, dayOrder }, index, typed }: Omit<RowProps, 'error'>) {
  const { both, only, example, isAsked } = finding.dates
  return (
    <>
      <p className="import-question">
        <Icon of={CircleAlert} />
        {isAsked
          ? t('columns.inRowDayAnd', { both, example: example ?? '' })
          : t('columns.rowFitsThisOrder', { only, both })}
      </p>
      <SelectField
        label={t('columns.orderOfDates')}
        className="hidden-label"
        name={`dayOrder.${index}`}
        defaultValue={typed?.get(`dayOrder.${index}`) ?? dayOrder ?? ''}
        options={[
          { value: '', label: t('columns.choose') },
          { value: 'day first', label: t('columns.dayFirst') },
          { value: 'month first', label: t('columns.monthFirst') },
        ]}
      />
    </>
  )
}

type NotationProps = {
  encoding: keyof typeof encodingNames
  separator: keyof typeof separators
}

function Notation({ encoding, separator }: NotationProps) {
  return (
    <CheckedForm problem={null} className="import-notation">
      <SelectField
        label={t('columns.separator')}
        name="separator"
        defaultValue={separator}
        options={Object.entries(separators).map(([value, { name }]) => ({ value, label: name() }))}
      />
      <SelectField
        label={t('columns.encoding')}
        name="encoding"
        defaultValue={encoding}
        options={Object.entries(encodingNames).map(([value, label]) => ({ value, label }))}
      />
      <Button name="intent" value="read again">
        {t('columns.readItSo')}
      </Button>
    </CheckedForm>
  )
}
