import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { readBackupStatus } from '#domain/club/nightly-backup.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatFileSize, formatList } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/backups.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('backups.backups'))

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  ...(await readBackupStatus(actor)),
  timeZone: club.timeZone,
}))

export default function Backups({ loaderData }: Route.ComponentProps) {
  const { isLate, targets, timeZone } = loaderData
  const late = targets.flatMap(({ kind, isLate: isTargetLate }) => (isTargetLate ? [nameOf()[kind]] : []))
  return (
    <>
      <h1>{t('backups.backups')}</h1>
      <p className="subtitle">{t('backups.theWholeClubIn')}</p>
      {isLate && <FormError>{t('backups.gotNoBackupFor', { value: formatList(late) })}</FormError>}
      {targets.length === 0 && (
        <div className="above-5">
          <FormError>
            <b>{t('backups.backupsAreOff')}</b>
            <br />
            {t('backups.askWhoeverRunsThe')}
          </FormError>
        </div>
      )}
      {targets.map(({ kind, backups }) => (
        <section className="panel" key={kind}>
          {targets.length > 1 && (
            <header>
              <h2>{nameOf()[kind]}</h2>
            </header>
          )}
          {backups === null ? (
            <EmptyState heading={t('backups.notKnownYet')}>
              {t('backups.hasNotAnsweredYet', { value: nameOf()[kind] })}
            </EmptyState>
          ) : backups.length === 0 ? (
            <EmptyState heading={t('backups.noBackupYet')}>{t('backups.theFirstOneIs')}</EmptyState>
          ) : (
            <Table
              caption={nameOf()[kind]}
              rows={backups}
              keyOf={({ name }) => name}
              columns={[
                {
                  name: t('backups.when'),
                  place: 'name',
                  look: 'strong',
                  cell: ({ madeAt }) => `${formatDate(madeAt, timeZone)}, ${formatTime(madeAt, timeZone)}`,
                },
                { name: t('backups.file'), place: 'under', look: 'muted', cell: ({ name }) => name },
                {
                  name: t('backups.size'),
                  place: 'number',
                  look: 'right',
                  cell: ({ bytes }) => formatFileSize(bytes),
                },
              ]}
            />
          )}
        </section>
      ))}
    </>
  )
}

const nameOf = () => ({ folder: t('backups.theFolder'), bucket: t('backups.theBucket') })
