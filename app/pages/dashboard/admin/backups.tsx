import { backupStanding } from '#domain/club/backups.server.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { BackToIndex } from '#app/pages/dashboard/back-to-index.tsx'
import { formatDate, formatFileSize, formatTime } from '#words/format.ts'
import type { Route } from './+types/backups.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Backups')

export const loader = load(async ({ actor, page: { club } }: Route.LoaderArgs & Caller) => ({
  ...(await backupStanding(actor)),
  timeZone: club.timeZone,
}))

export default function Backups({ loaderData }: Route.ComponentProps) {
  const { isSetUp, isLate, backups, timeZone } = loaderData
  return (
    <>
      <BackToIndex />
      <h1>Backups</h1>
      <p className="subtitle">
        The whole club in one file, pictures included, written each night where the club runs. Seven days,
        five weeks and twelve months are kept.
      </p>
      {isLate && (
        <FormError>
          No backup was written for two days. The log of the club says why; often the folder of BACKUP_DIR is
          full or cannot be written to.
        </FormError>
      )}
      <div className="panel">
        {backups.length === 0 ? (
          <EmptyState heading={isSetUp ? 'No backup yet' : 'Nobody backs up this club'}>
            {isSetUp
              ? 'The first is written within a quarter of an hour.'
              : 'Whoever runs the club sets BACKUP_DIR to a folder, best on another disk.'}
          </EmptyState>
        ) : (
          <Table
            caption="Backups"
            rows={backups}
            keyOf={({ name }) => name}
            columns={[
              {
                name: 'When',
                place: 'name',
                look: 'strong',
                cell: ({ madeAt }) => `${formatDate(madeAt, timeZone)}, ${formatTime(madeAt, timeZone)}`,
              },
              {
                name: 'File',
                place: 'under',
                look: 'muted',
                cell: ({ name }) => name,
              },
              { name: 'Size', place: 'number', look: 'right', cell: ({ bytes }) => formatFileSize(bytes) },
            ]}
          />
        )}
      </div>
    </>
  )
}
