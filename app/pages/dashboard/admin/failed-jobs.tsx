import { listFailedJobs } from '#domain/overview/today.server.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { formatDate, formatTime } from '#words/format.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { BackToIndex } from '#app/pages/dashboard/back-to-index.tsx'
import type { Route } from './+types/failed-jobs.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Failed jobs')

export const loader = load(async ({ actor, page: { club } }: Route.LoaderArgs & Caller) => ({
  jobs: await listFailedJobs(actor),
  timeZone: club.timeZone,
}))

export default function FailedJobs({ loaderData: { jobs, timeZone } }: Route.ComponentProps) {
  return (
    <>
      <BackToIndex />
      <h1>Failed jobs</h1>
      <p className="subtitle">
        Background work that was tried again and again and failed for good, newest first. It is kept for 30
        days.
      </p>
      <div className="panel">
        {jobs.length === 0 ? (
          <EmptyState heading="Nothing has failed">
            Refunds, notices and clean-ups all went through.
          </EmptyState>
        ) : (
          <Table
            caption="Failed jobs"
            rows={jobs}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'When',
                place: 'number',
                look: 'muted',
                cell: ({ failedAt }) => (
                  <span className="no-wrap">
                    {formatDate(failedAt, timeZone)}
                    <span className="block note">{formatTime(failedAt, timeZone)}</span>
                  </span>
                ),
              },
              { name: 'Job', place: 'name', look: 'strong', cell: ({ queue }) => queue },
              { name: 'About', place: 'under', look: 'muted', cell: ({ data }) => <About data={data} /> },
              { name: 'Why', place: 'says', cell: ({ reason }) => reason || 'No reason was given' },
            ]}
          />
        )}
      </div>
    </>
  )
}

function About({ data }: { data: unknown }) {
  const text = JSON.stringify(data ?? {})
  return <span className="anywhere">{text.length > 160 ? `${text.slice(0, 159)}…` : text}</span>
}
