import { EmptyState } from '#app/components/empty-state.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { CursorLinks } from '#app/pages/dashboard/parts/cursor-links.tsx'
import { listAudit } from '#domain/activity/activity-log.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/audit-log.ts'
import { AuditChanges } from './audit-changes.tsx'
import { changesOf, titleOf } from './audit-wording.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('auditLog.auditLog'))

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const after = new URL(request.url).searchParams.get('after')
    return { timeZone: club.timeZone, ...(await listAudit(actor, { after })) }
  },
)

export default function AuditLog({ loaderData: { items, next, timeZone } }: Route.ComponentProps) {
  return (
    <>
      <h1>{t('auditLog.auditLog')}</h1>
      <p className="subtitle">{t('auditLog.whatAdminsAndTrainers')}</p>
      <div className="panel">
        {items.length === 0 ? (
          <EmptyState heading={t('auditLog.nothingYet')}>{t('auditLog.whatStaffChangeFor')}</EmptyState>
        ) : (
          <Table
            caption={t('auditLog.auditLog')}
            rows={items}
            keyOf={({ id }) => String(id)}
            columns={[
              {
                name: t('auditLog.when'),
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
                name: t('auditLog.who'),
                place: 'under',
                cell: ({ actorName, portrait }) =>
                  actorName === null ? (
                    t('auditLog.theClub')
                  ) : (
                    <PersonCell portrait={portrait}>{actorName}</PersonCell>
                  ),
              },
              { name: t('auditLog.what'), place: 'name', look: 'strong', cell: titleOf },
              {
                name: t('auditLog.beforeAndAfter'),
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
