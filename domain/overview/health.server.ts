import { statfs } from 'node:fs/promises'
import { requireRole, type Actor } from '#domain/actor.ts'
import { backupStanding } from '#domain/club/backups.server.ts'
import { cards } from '#platform/cards/cards.ts'
import { settings } from '#platform/env.ts'
import { troublesByPart } from '#platform/log.ts'
import { mail, type Mail } from '#platform/mail.ts'
import { answersOfADay } from '#platform/tally.ts'
import { version } from '#platform/version.ts'
import { clubFigures, type ClubFigures } from './figures.server.ts'

export type ClubHealth = Omit<ClubFigures, 'payments'> & {
  /** Of this process, in the last 24 hours. */
  answers: { answered: number; failed: number }
  databaseMs: number
  carrier: Mail['carrier']
  backup: { isSetUp: boolean; isLate: boolean; newest: Date | null }
  /** Where the pictures lie; null where that cannot be seen. */
  freeBytes: number | null
  cards: { name: typeof cards.name; isLive: boolean; trouble: { at: Date; says: string } | null }
  version: string
  node: string
  openSince: Date
}

/** How the club is doing, from one statement and what this process knows. Admins only. */
export async function clubHealth(actor: Actor): Promise<ClubHealth> {
  requireRole(actor, 'admin')
  const began = performance.now()
  const { payments: _, ...figures } = await clubFigures()
  const databaseMs = Math.round(performance.now() - began)
  const { isSetUp, isLate, backups } = await backupStanding(actor)
  const disk = await statfs(settings.dataDir).catch(() => null)
  const trouble = troublesByPart.get('cards')
  return {
    ...figures,
    answers: answersOfADay(),
    databaseMs,
    carrier: mail.carrier,
    backup: { isSetUp, isLate, newest: backups[0]?.madeAt ?? null },
    freeBytes: disk === null ? null : disk.bavail * disk.bsize,
    cards: {
      name: cards.name,
      isLive: cards.liveSetting !== null,
      trouble: trouble ? { at: trouble.lastAt, says: trouble.message } : null,
    },
    version,
    node: process.versions.node,
    openSince: new Date(performance.timeOrigin),
  }
}
