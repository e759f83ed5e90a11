import { Ban, Circle, CircleDot, CircleX, Download, Minus, type IconNode } from 'lucide'
import { Link, redirect, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Table } from '#app/components/table.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl } from '#app/pages/dashboard/parts/page-sizes.ts'
import { listRows, rowsAPage, type ImportedRow } from '#domain/imports/checked-rows.server.ts'
import { countRows, readImport, type ImportRowState } from '#domain/imports/imports.server.ts'
import { startImport } from '#domain/imports/run-import.server.ts'
import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/check.ts'
import { importAddress } from './import-address.ts'
import { ImportFrame, importHeading } from './import-frame.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, importHeading())

const rowStates = (): Record<ImportRowState, { name: string; icon: IconNode }> => ({
  new: { name: t('check.new'), icon: CircleDot },
  known: { name: t('check.knownAlready'), icon: Circle },
  changed: { name: t('check.wouldBeChanged'), icon: Ban },
  wrong: { name: t('check.wrong'), icon: CircleX },
  twice: { name: t('check.twiceInTheFile'), icon: Minus },
})
const stateList = ['new', 'known', 'changed', 'wrong', 'twice'] as const

export const loader = createLoader(
  async ({ actor, params, request, url }: Route.LoaderArgs & LoaderContext) => {
    const found = await readImport(actor, params.id)
    if (found.state !== 'checked') throw redirect(importAddress(found))
    const counts = await countRows(actor, params.id)
    const requested = url.searchParams.get('shown')
    const shown = stateList.find((each) => each === requested) ?? (counts.wrong > 0 ? 'wrong' : 'new')
    const page = pageFromUrl(request)
    return {
      id: found.id,
      rowCount: found.rowCount,
      counts,
      shown,
      page,
      pageSize: rowsAPage,
      rows: await listRows(actor, params.id, shown, page),
    }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  await readForm()
  await startImport(actor, params.id)
  return redirect(`/dashboard/import/${params.id}/done`)
})

/** Fourth step of an import: what would become of each row. */
export default function Check({ loaderData, actionData }: Route.ComponentProps) {
  const { id, rowCount, counts, shown, page, pageSize, rows } = loaderData
  const isSending = useNavigation().formMethod === 'POST'
  const comeIn = counts.new + counts.changed
  return (
    <ImportFrame step="check" subtitle={t('check.rowAsTheyWould', { rowCount })}>
      <ul className="import-states">
        {stateList.map((state) => (
          <li key={state}>
            <Link
              to={`?shown=${state}`}
              aria-current={state === shown ? 'true' : undefined}
              preventScrollReset
            >
              <Icon of={rowStates()[state].icon} smaller />
              {rowStates()[state].name}
              <b>{formatNumber(counts[state])}</b>
            </Link>
          </li>
        ))}
      </ul>
      <section className="panel">
        <header>
          <h2>{t('check.row', { name: rowStates()[shown].name, value: counts[shown] })}</h2>
          {counts.wrong + counts.twice > 0 && (
            <LinkButton small reloadDocument to={`/dashboard/import/${id}/wrong.csv`}>
              <Icon of={Download} smaller />
              {t('check.saveTheWrongRows')}
            </LinkButton>
          )}
        </header>
        {rows.length === 0 ? <p>{t('check.noRow')}</p> : <Rows rows={rows} />}
      </section>
      <ListPagination page={page} total={counts[shown]} rows={pageSize} keepParameters={['shown']} />
      <CheckedForm problem={problemOf(actionData)}>
        <div className="save-bar">
          <p className="note">
            <b>
              {t('check.comeInAreChanged', {
                new: formatNumber(counts.new),
                changed: formatNumber(counts.changed),
                rowCount: formatNumber(rowCount - comeIn),
              })}
            </b>
            {t('check.itCanBeUndone')}
          </p>
          <div className="button-row">
            <LinkButton to={`/dashboard/import/${id}`}>{t('check.back')}</LinkButton>
            {comeIn > 0 && (
              <Button variant="primary" pending={isSending}>
                {t('check.bringIn', { comeIn: formatNumber(comeIn) })}
              </Button>
            )}
          </div>
        </div>
      </CheckedForm>
    </ImportFrame>
  )
}

function Rows({ rows }: { rows: ImportedRow[] }) {
  return (
    <Table
      caption={t('check.rows')}
      rows={rows}
      keyOf={({ line }) => String(line)}
      columns={[
        {
          name: t('check.line'),
          place: 'number',
          look: 'muted',
          labelled: true,
          cell: ({ line }) => <span className="no-wrap">{line}</span>,
        },
        { name: t('check.who'), place: 'name', look: 'strong first', cell: ({ name }) => name || '…' },
        {
          name: t('check.state'),
          place: 'under',
          cell: ({ state, sentence, memberId }) => (
            <>
              {sentence || rowStates()[state].name}{' '}
              {memberId && <Link to={`/dashboard/members/${memberId}`}>{t('check.open')}</Link>}
            </>
          ),
        },
      ]}
    />
  )
}
