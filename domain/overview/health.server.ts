import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { readBackupStatus } from '#domain/club/nightly-backup.server.ts'
import { countPricesBelowLeastCharge } from '#domain/offers/price-settings.server.ts'
import { cards } from '#platform/cards/cards.ts'
import { freeBytesOf } from '#platform/files/free-bytes.ts'
import { mail, type Mail } from '#platform/mail.ts'
import { countLastDay } from '#platform/observability/counters.ts'
import { troublesByPart } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'
import { version } from '#platform/version.ts'
import { readClubMetrics, type ClubMetrics } from './monitoring-figures.server.ts'

export type ClubHealth = Omit<ClubMetrics, 'payments'> & {
  /** Requests of this process in the last 24 hours. */
  answers: { answered: number; failed: number }
  databaseMs: number
  /** Seconds by which this machine's clock is ahead of the database's. */
  clockAheadSeconds: number
  carrier: Mail['carrier']
  /** Backup targets. */
  backups: { kind: 'folder' | 'bucket'; isKnown: boolean; newest: Date | null; isLate: boolean }[]
  /** Free disk space where pictures are stored; null if unknown. */
  freeBytes: number | null
  /** Free disk space of BACKUP_DIR; null without it, and until the first backup creates it. */
  backupFreeBytes: number | null
  cards: { name: typeof cards.name; isLive: boolean; trouble: { at: Date; says: string } | null }
  /** Notices of the card processor; null without one that sends them from outside. */
  notices: {
    /** When the last one came; null if none did. */
    lastAt: Date | null
    /** Events that are not sent; null while that is not known, and without an endpoint. */
    missing: string[] | null
    /** Whether the processor knows the address of this club; null while that is not known. */
    hasEndpoint: boolean | null
  } | null
  /** Prices below the least charge of the card processor; null without one. */
  lowPrices: number | null
  version: string
  node: string
  openSince: Date
}

/** Returns the club's health, from one statement and the counters of this process. Admins only. */
export async function readClubHealth(actor: Actor): Promise<ClubHealth> {
  requirePermission(actor, 'operations.read')
  const began = performance.now()
  const { payments: _, ...figures } = await readClubMetrics()
  const databaseMs = Math.round(performance.now() - began)
  const clockAheadSeconds = (Date.now() - databaseMs / 2 - figures.clock.getTime()) / 1_000
  const { targets } = await readBackupStatus(actor)
  const trouble = troublesByPart.get('cards')
  return {
    ...figures,
    answers: countLastDay(),
    databaseMs,
    clockAheadSeconds,
    carrier: mail.carrier,
    backups: targets.map(({ kind, backups, isLate }) => ({
      kind,
      isKnown: backups !== null,
      newest: backups?.[0]?.madeAt ?? null,
      isLate,
    })),
    freeBytes: await freeBytesOf(settings.dataDir),
    backupFreeBytes: await freeBytesOf(settings.backupDir),
    cards: {
      name: cards.name,
      isLive: cards.liveSetting !== null,
      trouble: trouble ? { at: trouble.lastAt, says: trouble.message } : null,
    },
    notices: cards.account === null ? null : await readNotices(),
    lowPrices: cards.name === 'none' ? null : await countPricesBelowLeastCharge(),
    version,
    node: process.versions.node,
    openSince: new Date(performance.timeOrigin),
  }
}

async function readNotices(): Promise<NonNullable<ClubHealth['notices']>> {
  return db
    .selectFrom('processorChecks')
    .select(['missingEvents as missing', 'hasEndpoint'])
    .select((eb) =>
      eb
        .selectFrom('processorEvents')
        .select((latest) => latest.fn.max('receivedAt').as('at'))
        .as('lastAt'),
    )
    .executeTakeFirstOrThrow()
}
