import { readBackupStatus } from '#domain/club/nightly-backup.server.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
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
  const late = targets.flatMap(({ kind, isLate: isTargetLate }) => (isTargetLate ? [nameOf[kind]] : []))
  return (
    <>
      <h1>Backups</h1>
      <p className="subtitle">
        The whole club in one file, pictures included, written every night on the server. Seven daily, five
        weekly and twelve monthly ones are kept.
      </p>
      {isLate && (
        <FormError>
          {late.join(' and ')} got no backup for two days. The club’s log says why: often there’s no room
          left, or no permission to write there.
        </FormError>
      )}
      {targets.length === 0 && (
        <div className="panel">
          <EmptyState heading="Backups are off">
            Ask whoever runs the website to set BACKUP_DIR to a folder, ideally on another disk, or to name a
            bucket.
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
              {nameOf[kind]} has not answered yet. Check back in a moment.
            </EmptyState>
          ) : backups.length === 0 ? (
            <EmptyState heading="No backup yet">The first one is written within 15 minutes.</EmptyState>
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
