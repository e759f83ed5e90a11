import type { Gauge as PromGauge, Registry } from 'prom-client'
import { readClubMetrics, type ClubMetrics } from '#domain/overview/monitoring-figures.server.ts'
import { backupDestinations } from '#platform/backup/backup-destinations.ts'
import type { BackupFile } from '#platform/backup/backup-retention.ts'
import { freeBytesOf } from '#platform/files/free-bytes.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'

type PromClient = typeof import('prom-client')
type Sample = [labels: Record<string, string>, value: number]

const maxAgeMs = 5_000

/**
 * Returns a reader of the club's metrics, cached for five seconds. It returns null while the database is unavailable.
 */
function createFiguresReader(): () => Promise<ClubMetrics | null> {
  let read: { until: number; figures: Promise<ClubMetrics | null> } | null = null
  return () => {
    if (read && performance.now() < read.until) return read.figures
    const figures = readClubMetrics().catch((error: unknown) => {
      logTrouble('metrics', error)
      return null
    })
    read = { until: performance.now() + maxAgeMs, figures }
    return figures
  }
}

/** Gauges from the database, the same in every process. */
export function addClubGauges({ Gauge }: PromClient, registry: Registry): void {
  const figures = createFiguresReader()
  const gauge = (name: string, help: string, read: () => Promise<Sample[]>, labelNames: string[] = []) =>
    new Gauge({
      name: `palestra_club_${name}`,
      help,
      labelNames,
      registers: [registry],
      // an unknown value is left out
      async collect(this: PromGauge) {
        const values = await read()
        this.reset()
        if (labelNames.length === 0) this.remove()
        for (const [labels, value] of values) this.set(labels, value)
      },
    })
  const ofClub = (read: (known: ClubMetrics) => Sample[]) => async () => {
    const known = await figures()
    return known === null ? [] : read(known)
  }
  const one = (value: number): Sample[] => [[{}, value]]

  gauge('figures_known', 'Whether the database told the figures of the club.', async () =>
    one((await figures()) === null ? 0 : 1),
  )
  gauge(
    'jobs_waiting',
    'Work whose time has come, by queue.',
    ofClub(({ jobs }) => jobs.map(({ queue, waiting }) => [{ queue }, waiting])),
    ['queue'],
  )
  gauge(
    'jobs_oldest_seconds',
    'For how long the oldest of it waits, by queue.',
    ofClub(({ jobs }) => jobs.map(({ queue, oldestSeconds }) => [{ queue }, oldestSeconds])),
    ['queue'],
  )
  gauge(
    'jobs_failed',
    'Work that failed for good in the last 30 days.',
    ofClub((known) => one(known.failedJobs)),
  )
  gauge(
    'letters',
    'Letters that wait for their next try, and those that were given up.',
    ofClub(({ letters }) => [
      [{ state: 'waiting' }, letters.waiting],
      [{ state: 'failed' }, letters.failed],
    ]),
    ['state'],
  )
  gauge(
    'letters_oldest_seconds',
    'For how long the oldest waiting letter waits.',
    ofClub(({ letters }) => one(letters.oldestSeconds)),
  )
  gauge(
    'holds',
    'Hours that are held, and those that are being paid.',
    ofClub(({ holds }) => [
      [{ state: 'held' }, holds.held],
      [{ state: 'paying' }, holds.paying],
    ]),
    ['state'],
  )
  gauge(
    'payments_last_day',
    'Payments of the last 24 hours, by how the money came.',
    ofClub(({ payments }) => payments.map(({ method, count }) => [{ method }, count])),
    ['method'],
  )
  gauge(
    'payments_last_day_cents',
    'Their money in cents.',
    ofClub(({ payments }) => payments.map(({ method, cents }) => [{ method }, cents])),
    ['method'],
  )
  gauge(
    'refunds_failed',
    'Refunds that the card processor refused and nobody made good.',
    ofClub((known) => one(known.failedRefunds)),
  )
  gauge(
    'refunds_unsent_oldest_seconds',
    'For how long the oldest refund waits until the card processor accepts it.',
    ofClub((known) => one(known.unsentRefundSeconds)),
  )
  const ofBackups = (read: (backups: BackupFile[]) => number | null) => async () => {
    const values = await Promise.all(
      backupDestinations(settings).map(async ({ kind, listLately }): Promise<Sample[]> => {
        const known = await listLately().catch(() => [])
        const value = known && read(known)
        return value === null ? [] : [[{ place: kind }, value]]
      }),
    )
    return values.flat()
  }
  gauge(
    'backup_age_seconds',
    'Since the newest backup in BACKUP_DIR (place folder) and in the bucket for backups.',
    ofBackups(([newest]) => (newest ? (Date.now() - newest.madeAt.getTime()) / 1_000 : null)),
    ['place'],
  )
  gauge(
    'backups',
    'How many backups lie there; nothing where none is set, or a bucket has not answered yet.',
    ofBackups(({ length }) => length),
    ['place'],
  )
  const readFreeBytes = (folderOf: () => string | null) => async () => {
    const free = await freeBytesOf(folderOf())
    return free === null ? [] : one(free)
  }
  gauge(
    'disk_free_bytes',
    'Room where the pictures and the embedded database lie.',
    readFreeBytes(() => settings.dataDir),
  )
  gauge(
    'backup_disk_free_bytes',
    'Room in BACKUP_DIR.',
    readFreeBytes(() => settings.backupDir),
  )
}
