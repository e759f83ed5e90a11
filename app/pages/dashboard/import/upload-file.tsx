import { Download, FileUp, MailX, Table2, Wallet } from 'lucide'
import { Link, useNavigation } from 'react-router'
import { requirePermission } from '#domain/actor.ts'
import { listImports, uploadImport, type ImportSummary } from '#domain/imports/imports.server.ts'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { Field, TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatCount } from '#format/text.ts'
import { ImportFrame, importHeading } from './import-frame.tsx'
import { importAddress } from './import-address.ts'
import type { Route } from './+types/upload-file.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, importHeading)

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  imports: await listImports(actor),
  timeZone: club.timeZone,
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'members.import')
  const { fields, file } = await readForm('file')
  const id = await uploadImport(actor, file, fields.get('source') ?? '')
  return redirectWithToast(`/dashboard/import/${id}`, { text: 'The file was read. Nothing is written yet.' })
})

/** First step of an import: the file. */
export default function UploadFile({ loaderData: { imports, timeZone }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <ImportFrame
      step="File"
      subtitle="From another program, as a table. Nobody is written before you say so."
    >
      <div className="with-side import-upload">
        <CheckedForm problem={problem} encType="multipart/form-data">
          <Field label="File" aside="CSV, TSV or Excel, up to 5 MB and 5,000 rows" error={errors.file}>
            {(control) => (
              <input
                {...control}
                className="input"
                type="file"
                name="file"
                accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
              />
            )}
          </Field>
          <TextField
            label="It comes from"
            name="source"
            maxLength={60}
            defaultValue={typed?.get('source') ?? 'Old club program'}
            error={errors.source}
            hint="With the number of a person there, a file brought twice changes nothing twice."
          />
          <Button variant="primary" wide pending={isSending}>
            <Icon of={FileUp} smaller />
            Read it
          </Button>
        </CheckedForm>
        <BeforeYouBegin />
      </div>
      {imports.length > 0 && <Earlier imports={imports} timeZone={timeZone} />}
    </ImportFrame>
  )
}

const advice = [
  { icon: Table2, text: 'One row is one person. The first row names the columns.' },
  { icon: Wallet, text: 'Paid months and cards come in as what is left, with no invoice and no income.' },
  { icon: MailX, text: 'Nobody is written to by being brought in.' },
]

function BeforeYouBegin() {
  return (
    <aside className="import-advice">
      <h2>Before you begin</h2>
      <ul>
        {advice.map(({ icon, text }) => (
          <li key={text}>
            <Icon of={icon} />
            {text}
          </li>
        ))}
        <li>
          <Icon of={Download} />
          <Link to="/dashboard/import/example.csv" reloadDocument>
            An example file
          </Link>
        </li>
      </ul>
    </aside>
  )
}

const stateNames: Record<ImportSummary['state'], string> = {
  draft: 'not started',
  checked: 'not started',
  running: 'under way',
  stopped: 'stopped',
  done: 'done',
  undoing: 'being undone',
  undone: 'undone',
}

function Earlier({ imports, timeZone }: { imports: ImportSummary[]; timeZone: string }) {
  return (
    <section className="panel">
      <header>
        <h2>Brought in before</h2>
      </header>
      <ul className="todo">
        {imports.map((each) => (
          <li key={each.id}>
            <Link to={importAddress(each)}>
              {each.fileName}, {formatCount(each.rowCount, 'row', 'rows')}
            </Link>
            <span className="note push-end">
              {each.madeBy ?? 'Operator'}, {formatDate(each.madeAt, timeZone)}, {stateNames[each.state]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
