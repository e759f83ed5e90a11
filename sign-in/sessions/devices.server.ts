import { notFound } from '#core/errors.ts'
import { clubNow, db, transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { deviceName } from './user-agent.rules.ts'

export type Device = {
  id: string
  /** `Firefox on Linux` */
  name: string
  /** Time of last use, accurate to half an hour. */
  usedAt: Date
  /** Whether it is the session of this request. */
  isCurrent: boolean
}

/** Lists the person's sessions, most recently used first. */
export async function listDevices(actor: Actor): Promise<Device[]> {
  const person = requireOwnAccount(actor)
  const sessions = await db
    .selectFrom('sessions')
    .where('userId', '=', person.id)
    .where('expiresAt', '>', clubNow)
    .select(['id', 'userAgent', 'updatedAt as usedAt'])
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()
  return sessions.map(({ id, userAgent, usedAt }) => ({
    id,
    usedAt,
    name: deviceName(userAgent),
    isCurrent: id === person.sessionId,
  }))
}

/** Signs the person out on one device. Throws `not-found`, also for another person's session. */
export async function signOutDevice(actor: Actor, id: string): Promise<void> {
  const person = requireOwnAccount(actor)
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', requireId(id, t('refusal.thisDevice')))
    .where('userId', '=', person.id)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound(t('refusal.thisDevice'))
}

/** Signs the person out on all other devices, and revokes their bearer tokens. */
export async function signOutOtherDevices(actor: Actor): Promise<void> {
  const person = requireOwnAccount(actor)
  await transaction(async (trx) => {
    await trx
      .deleteFrom('sessions')
      .where('userId', '=', person.id)
      .where('id', '<>', person.sessionId)
      .execute()
    await recordActivity(trx, {
      userId: person.id,
      kind: 'account',
      summary: message('activity.signedOutElsewhere'),
    })
  })
}
