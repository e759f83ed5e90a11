import { Download, FileUp, MailX, Scale, Table2, Wallet } from 'lucide'
import { Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { listImports, uploadImport, type ImportSummary } from '#domain/imports/imports.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/upload-file.ts'
import { importAddress } from './import-address.ts'
import { ImportFrame, importHeading } from './import-frame.tsx'
import { TableFileField } from './table-file-field.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, importHeading())

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  imports: await listImports(actor),
  timeZone: club.timeZone,
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'members.import')
  const { fields, file } = await readForm('file', bounds.importedBytes.most)
  const id = await uploadImport(actor, file, fields.get('source') ?? '')
  return redirectWithToast(`/dashboard/import/${id}`, { text: t('uploadFile.theFileWasRead') })
})

/** First step of an import: the file. */
export default function UploadFile({ loaderData: { imports, timeZone }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <ImportFrame step="file" subtitle={t('uploadFile.fromAnotherProgramAs')}>
      <div className="with-side import-upload">
        <CheckedForm problem={problem} encType="multipart/form-data">
          <TableFileField error={errors.file} />
          <TextField
            label={t('uploadFile.itComesFrom')}
            name="source"
            maxLength={60}
            defaultValue={typed?.get('source') ?? t('uploadFile.oldClubProgram')}
            error={errors.source}
            hint={t('uploadFile.withTheNumberOf')}
          />
          <Button variant="primary" wide pending={isSending}>
            <Icon of={FileUp} smaller />
            {t('uploadFile.readIt')}
          </Button>
        </CheckedForm>
        <BeforeYouBegin />
      </div>
      {imports.length > 0 && <Earlier imports={imports} timeZone={timeZone} />}
    </ImportFrame>
  )
}

const advice = () => [
  { icon: Table2, text: t('uploadFile.oneRowIsOne') },
  { icon: Wallet, text: t('uploadFile.paidMonthsAndCards') },
  { icon: MailX, text: t('uploadFile.nobodyIsWrittenTo') },
]

function BeforeYouBegin() {
  return (
    <aside className="import-advice">
      <h2 className="head">{t('uploadFile.beforeYouBegin')}</h2>
      <ul>
        {advice().map(({ icon, text }) => (
          <li key={text}>
            <Icon of={icon} />
            {text}
          </li>
        ))}
        <li>
          <Icon of={Download} />
          <Link to="/dashboard/import/example.csv" reloadDocument>
            {t('uploadFile.anExampleFile')}
          </Link>
        </li>
        <li>
          <Icon of={Scale} />
          <Link to="/dashboard/compareCharges">{t('uploadFile.compare')}</Link>
        </li>
      </ul>
    </aside>
  )
}

const stateNames = (): Record<ImportSummary['state'], string> => ({
  draft: t('uploadFile.notStarted'),
  checked: t('uploadFile.notStarted'),
  running: t('uploadFile.underWay'),
  stopped: t('uploadFile.stopped'),
  done: t('uploadFile.done'),
  undoing: t('uploadFile.beingUndone'),
  undone: t('uploadFile.undone'),
})

function Earlier({ imports, timeZone }: { imports: ImportSummary[]; timeZone: string }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('uploadFile.broughtInBefore')}</h2>
      </header>
      <ul className="todo">
        {imports.map((each) => (
          <li key={each.id}>
            <Link to={importAddress(each)}>
              {t('uploadFile.row', { fileName: each.fileName, rowCount: each.rowCount })}
            </Link>
            <span className="note push-end">
              {each.madeBy ?? t('uploadFile.operator')}, {formatDate(each.madeAt, timeZone)},{' '}
              {stateNames()[each.state]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
