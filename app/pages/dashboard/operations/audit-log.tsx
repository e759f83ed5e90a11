import { listAudit } from '#domain/activity/activity-log.server.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { formatDate, formatTime } from '#format/date-time.ts'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { CursorLinks } from '#app/pages/dashboard/parts/cursor-links.tsx'
import { changesOf, titleOf } from './audit-wording.ts'
import { AuditChanges } from './audit-changes.tsx'
import type { Route } from './+types/audit-log.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Audit log')

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const after = new URL(request.url).searchParams.get('after')
    return { timeZone: club.timeZone, ...(await listAudit(actor, { after })) }
  },
)

export default function AuditLog({ loaderData: { items, next, timeZone } }: Route.ComponentProps) {
  return (
    <>
      <h1>Audit log</h1>
      <p className="subtitle">
        What admins and trainers changed for others, newest first. Nothing here can be changed or removed.
      </p>
      <div className="panel">
        {items.length === 0 ? (
          <EmptyState heading="Nothing yet">What staff change for others will show up here.</EmptyState>
        ) : (
          <Table
            caption="Audit log"
            rows={items}
            keyOf={({ id }) => String(id)}
            columns={[
              {
                name: 'When',
                place: 'number',
                look: 'muted',
                cell: ({ happenedAt }) => (
                  <span className="no-wrap">
                    {formatDate(happenedAt, timeZone)}
                    <span className="block note">{formatTime(happenedAt, timeZone)}</span>
                  </span>
                ),
              },
              {
                name: 'Who',
                place: 'under',
                cell: ({ actorName, portrait }) =>
                  actorName === null ? 'The club' : <PersonCell portrait={portrait}>{actorName}</PersonCell>,
              },
              { name: 'What', place: 'name', look: 'strong', cell: titleOf },
              {
                name: 'Before and after',
                place: 'says',
                look: 'muted',
                cell: (entry) => <AuditChanges changes={changesOf(entry, timeZone)} />,
              },
            ]}
          />
        )}
      </div>
      <CursorLinks next={next} />
    </>
  )
}
