import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { listFailedJobs } from '#domain/overview/day-overview.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/failed-jobs.ts'
import { jobName } from './job-names.ts'

const heading = () => t('failedJobs.failedTasks')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  // without the payload, which can hold addresses and ids
  tasks: (await listFailedJobs(actor)).map(({ id, queue, reason, failedAt }) => ({
    id,
    task: jobName(queue),
    reason,
    failedAt,
  })),
  timeZone: club.timeZone,
}))

export default function FailedJobs({ loaderData: { tasks, timeZone } }: Route.ComponentProps) {
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('failedJobs.backgroundTasksThatKept')}</p>
      <div className="panel">
        {tasks.length === 0 ? (
          <EmptyState heading={t('failedJobs.nothingHasFailed')}>
            {t('failedJobs.refundsNoticesAndClean')}
          </EmptyState>
        ) : (
          <Table
            caption={heading()}
            rows={tasks}
            keyOf={({ id }) => id}
            columns={[
              {
                name: t('failedJobs.when'),
                place: 'number',
                look: 'muted',
                cell: ({ failedAt }) => (
                  <span className="no-wrap">
                    {formatDate(failedAt, timeZone)}
                    <span className="block note">{formatTime(failedAt, timeZone)}</span>
                  </span>
                ),
              },
              { name: t('failedJobs.task'), place: 'name', look: 'strong', cell: ({ task }) => task },
              {
                name: t('failedJobs.why'),
                place: 'says',
                cell: ({ reason }) => reason || t('failedJobs.noReasonGiven'),
              },
            ]}
          />
        )}
      </div>
    </>
  )
}
