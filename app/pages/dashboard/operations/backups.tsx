import { readBackupStatus } from '#domain/club/backups.server.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { BackToDashboard } from '#app/pages/dashboard/layout/back-to-dashboard.tsx'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatFileSize } from '#format/text.ts'
import type { Route } from './+types/backups.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Backups')

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  ...(await readBackupStatus(actor)),
  timeZone: club.timeZone,
}))

export default function Backups({ loaderData }: Route.ComponentProps) {
  const { isLate, targets, timeZone } = loaderData
  const late = targets.flatMap(({ kind, isLate: placeIsLate }) => (placeIsLate ? [nameOf[kind]] : []))
  return (
    <>
      <BackToDashboard />
      <h1>Backups</h1>
      <p className="subtitle">
        The whole club in one file, pictures included, written each night where the club runs. Seven days,
        five weeks and twelve months are kept.
      </p>
      {isLate && (
        <FormError>
          {late.join(' and ')} got no backup for two days. The log of the club says why; often there is no
          room, or nobody may write there any more.
        </FormError>
      )}
      {targets.length === 0 && (
        <div className="panel">
          <EmptyState heading="Nobody backs up this club">
            Whoever runs the club sets BACKUP_DIR to a folder, best on another disk, or names a bucket.
          </EmptyState>
        </div>
      )}
      {targets.map(({ kind, backups }) => (
        <section className="panel" key={kind}>
          {targets.length > 1 && (
            <header>
              <h2>{nameOf[kind]}</h2>
            </header>
          )}
          {backups === null ? (
            <EmptyState heading="Not known yet">
              {nameOf[kind]} has not answered yet. Look again in a moment.
            </EmptyState>
          ) : backups.length === 0 ? (
            <EmptyState heading="No backup yet">The first is written within a quarter of an hour.</EmptyState>
          ) : (
            <Table
              caption={nameOf[kind]}
              rows={backups}
              keyOf={({ name }) => name}
              columns={[
                {
                  name: 'When',
                  place: 'name',
                  look: 'strong',
                  cell: ({ madeAt }) => `${formatDate(madeAt, timeZone)}, ${formatTime(madeAt, timeZone)}`,
                },
                { name: 'File', place: 'under', look: 'muted', cell: ({ name }) => name },
                { name: 'Size', place: 'number', look: 'right', cell: ({ bytes }) => formatFileSize(bytes) },
              ]}
            />
          )}
        </section>
      ))}
    </>
  )
}

const nameOf = { folder: 'The folder', bucket: 'The bucket' }
