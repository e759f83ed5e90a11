import { Download, Undo2 } from 'lucide'
import { Link, redirect } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { usePollingUntil } from '#app/pages/dashboard/parts/use-polling-until.ts'
import { countRows, listStayed, readImport } from '#domain/imports/imports.server.ts'
import { countUninvited, inviteImported } from '#domain/imports/invitations.server.ts'
import { readProgress, startImport, stopImport } from '#domain/imports/run-import.server.ts'
import { undoImport } from '#domain/imports/undo-import.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/done.ts'
import { importAddress } from './import-address.ts'
import { ImportFrame, importHeading } from './import-frame.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, importHeading())

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const found = await readImport(actor, params.id)
    if (found.state === 'draft' || found.state === 'checked') throw redirect(importAddress(found))
    const { columns: _columns, matchedValues: _values, headings: _headings, ...summary } = found
    return {
      summary,
      counts: await countRows(actor, params.id),
      progress: await readProgress(actor, params.id),
      uninvited: found.state === 'done' ? await countUninvited(actor, params.id) : 0,
      hasMail: sendsMail(),
      stayed: await listStayed(actor, params.id),
      timeZone: club.timeZone,
    }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const intent = readIntent(fields, ['stop', 'go on', 'invite', 'undo'])
  await { stop: stopImport, 'go on': startImport, invite: inviteImported, undo: undoImport }[intent](
    actor,
    params.id,
  )
  return redirect(`/dashboard/import/${params.id}/done`)
})

/** Last step of an import: its progress, its sums, and its undo. */
export default function Done({ loaderData, actionData }: Route.ComponentProps) {
  const { summary, progress, timeZone } = loaderData
  const { fileName, madeBy, madeAt, state } = summary
  const isUnderWay = state === 'running' || state === 'undoing'
  usePollingUntil(!isUnderWay)
  return (
    <ImportFrame
      step="done"
      subtitle={
        isUnderWay
          ? t('done.youCanCloseThis')
          : t('done.by', {
              fileName,
              madeBy: madeBy ?? t('done.theOperator'),
              madeAt: formatDate(madeAt, timeZone),
            })
      }
    >
      {isUnderWay && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <CheckedForm problem={problemOf(actionData)}>
        {isUnderWay ? (
          <UnderWay isUndo={state === 'undoing'} progress={progress} />
        ) : (
          <Outcome loaderData={loaderData} />
        )}
      </CheckedForm>
    </ImportFrame>
  )
}

type Data = Route.ComponentProps['loaderData']

function UnderWay({
  isUndo,
  progress: { done, total, name, line },
}: {
  isUndo: boolean
  progress: Data['progress']
}) {
  return (
    <section className="import-progress" aria-live="polite">
      {isUndo ? (
        <p className="import-count">{t('done.beingUndone')}</p>
      ) : (
        <>
          <p className="import-count">
            <b>{formatNumber(done)}</b>
            {t('done.of', { total: formatNumber(total) })}
          </p>
          <progress aria-label={t('done.rowsBroughtIn')} max={total || 1} value={done} />
          {line !== null && <p className="note">{t('done.line', { line, name })}</p>}
          <p className="button-row above-5">
            <Button name="intent" value="stop">
              {t('done.stopHere')}
            </Button>
          </p>
          <p className="note">{t('done.stoppedThoseWhoAre')}</p>
        </>
      )}
    </section>
  )
}

function Outcome({
  loaderData: { summary, counts, progress, uninvited, hasMail, stayed, timeZone },
}: {
  loaderData: Data
}) {
  const { id, state, addedCount, changedCount, stayedCount, rowCount, undoUntil, canBeUndone } = summary
  const heading =
    state === 'undone'
      ? t('done.itWasUndone')
      : t('done.personIsInSo', { addedCount, state: state === 'stopped' ? 'yes' : 'no' })
  const figures = [
    { name: t('done.new'), value: formatNumber(addedCount) },
    { name: t('done.changed'), value: formatNumber(changedCount) },
    { name: t('done.incomeAndInvoices'), value: t('done.none') },
    { name: t('done.leftOut'), value: formatNumber(rowCount - addedCount - changedCount) },
    ...(state === 'undone' ? [{ name: t('done.stayed'), value: formatNumber(stayedCount) }] : []),
  ]
  return (
    <>
      <section className="import-outcome">
        <h2>{heading}</h2>
        <dl>
          {figures.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="button-row above-5">
          {state === 'stopped' && (
            <Button variant="primary" name="intent" value="go on">
              {t('done.bringMoreIn', { total: formatNumber(progress.total - progress.done) })}
            </Button>
          )}
          {uninvited > 0 && hasMail && (
            <Button variant="primary" name="intent" value="invite">
              {t('done.inviteByLetter', { uninvited: formatNumber(uninvited) })}
            </Button>
          )}
          {counts.wrong + counts.twice > 0 && (
            <LinkButton reloadDocument to={`/dashboard/import/${id}/wrong.csv`}>
              <Icon of={Download} smaller />
              {t('done.saveTheWrongRows')}
            </LinkButton>
          )}
          <LinkButton to="/dashboard/import">{t('done.anotherFile')}</LinkButton>
        </p>
        {uninvited > 0 && (
          <p className="note above-4">
            {!hasMail
              ? t('done.noMail')
              : summary.invitedAt
                ? t('done.theLettersGoOut', { uninvited: formatNumber(uninvited) })
                : t('done.theLetterLetsThem')}
          </p>
        )}
      </section>
      {stayed.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('done.whoStayed')}</h2>
            <span className="note">{t('done.somethingWasDoneWith')}</span>
          </header>
          <ul className="todo">
            {stayed.map(({ memberId, name }) => (
              <li key={memberId}>
                <Link to={`/dashboard/members/${memberId}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {canBeUndone && (
        <section className="panel">
          <header>
            <h2>{t('done.undo')}</h2>
            {undoUntil && (
              <span className="note">
                {t('done.possibleUntil', { undoUntil: formatDate(undoUntil, timeZone) })}
              </span>
            )}
          </header>
          <ul className="todo">
            <li>
              <Icon of={Undo2} />
              <div>
                <b>{t('done.takeAllOfThem')}</b>
                <p>{t('done.thoseWhoSignedIn')}</p>
              </div>
              <Button className="push-end" name="intent" value="undo">
                {t('done.undoIt')}
              </Button>
            </li>
          </ul>
        </section>
      )}
    </>
  )
}
