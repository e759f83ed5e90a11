import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { clubNow, db, transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { requireId } from '#domain/ids.ts'
import { line, parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'

const deviceInput = z.object({ name: line(() => t('input.name'), bounds.deviceName) })

export type ClubDevice = {
  id: string
  name: string
  /** When the desk was last open on it, accurate to five minutes. */
  seenAt: Date
  /** Whether it is the browser with the given token. */
  isCurrent: boolean
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Lists the devices of the club, last seen first. Throws `forbidden` without the permission `devices.manage`. */
export async function listDevices(actor: Actor, token: string | null): Promise<ClubDevice[]> {
  requirePermission(actor, 'devices.manage')
  return db
    .selectFrom('clubDevices')
    .select(['id', 'name', 'seenAt'])
    .select(sql<boolean>`token_digest = ${digestOf(token ?? '')}`.as('isCurrent'))
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

/**
 * Registers a browser, in place of what it was before. Returns the token for its cookie, which is not stored. Throws
 * `forbidden` and `invalid`.
 */
export async function registerDevice(
  actor: Actor,
  input: z.input<typeof deviceInput>,
  formerToken: string | null,
): Promise<{ token: string }> {
  const admin = requirePermission(actor, 'devices.manage')
  const { name } = parseInput(deviceInput, input)
  const token = randomBytes(32).toString('base64url')
  await transaction(async (trx) => {
    await trx
      .deleteFrom('clubDevices')
      .where('tokenDigest', '=', digestOf(formerToken ?? ''))
      .execute()
    const { id } = await trx
      .insertInto('clubDevices')
      .values({ name, tokenDigest: digestOf(token) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const subject = { subjectKind: 'club device', subjectId: id }
    await recordAudit(trx, { actorId: admin.id, action: 'register device', ...subject, after: { name } })
  })
  return { token }
}

/** Makes a device an ordinary browser again. Throws `forbidden` and `not-found`. */
export async function revokeDevice(actor: Actor, deviceId: string): Promise<void> {
  const admin = requirePermission(actor, 'devices.manage')
  const id = requireId(deviceId, t('refusal.thisDevice'))
  await transaction(async (trx) => {
    const device = await trx
      .deleteFrom('clubDevices')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!device) throw notFound(t('refusal.thisDevice'))
    const subject = { subjectKind: 'club device', subjectId: id }
    await recordAudit(trx, { actorId: admin.id, action: 'revoke device', ...subject, before: device })
  })
}

/**
 * Whether the browser with this token is a device of the club, which is then seen. Throws `forbidden` without the
 * permission `visits.record`.
 */
export async function isClubDevice(actor: Actor, token: string | null): Promise<boolean> {
  requirePermission(actor, 'visits.record')
  if (token === null) return false
  const device = await db
    .selectFrom('clubDevices')
    .where('tokenDigest', '=', digestOf(token))
    .select('id')
    .select(sql<boolean>`seen_at < club_now() - interval '5 minutes'`.as('isLongAgo'))
    .executeTakeFirst()
  if (device?.isLongAgo)
    await db.updateTable('clubDevices').set({ seenAt: clubNow }).where('id', '=', device.id).execute()
  return device !== undefined
}
