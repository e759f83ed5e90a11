import { sql } from 'kysely'
import { invalidAt, notFound } from '#core/errors.ts'
import { clubNow, clubZone, db, transaction, type Queryable } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { shareChanged } from '#domain/ledger/letters/share-changed.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { shareInput, type ShareInput } from './shares.input.ts'

export type TrainerShare = {
  trainerId: string
  /** The share of a sale made now. */
  percent: number
  /** The club's date, which is the earliest `countsFrom`. */
  today: string
  /** All shares set for this trainer, latest first. */
  set: { percent: number; countsFrom: string }[]
}

/**
 * Returns the share of a current or former trainer; null for other people. Throws `forbidden` without the permission
 * `shares.manage`.
 */
export async function findShare(actor: Actor, userId: string): Promise<TrainerShare | null> {
  requirePermission(actor, 'shares.manage')
  const id = requireId(userId, t('refusal.thisPerson'))
  const [trainer, set] = await Promise.all([
    trainerShareQuery(db).where('userId', '=', id).executeTakeFirst(),
    db
      .selectFrom('shares')
      .innerJoin('trainers', 'trainers.id', 'shares.trainerId')
      .where('userId', '=', id)
      .orderBy('shares.countsFrom', 'desc')
      .select(['percent', sql<string>`to_char(counts_from, 'YYYY-MM-DD')`.as('countsFrom')])
      .execute(),
  ])
  if (!trainer) return null
  return { trainerId: trainer.trainerId, percent: trainer.percent, today: trainer.today, set }
}

const trainerShareQuery = (from: Queryable) =>
  from
    .selectFrom('trainers')
    .select(['id as trainerId', 'name'])
    .select([
      sql<number>`share_of(id, ${clubNow})`.as('percent'),
      sql<string>`to_char(${clubNow} at time zone ${clubZone}, 'YYYY-MM-DD')`.as('today'),
    ])

/**
 * Sets a trainer's share from a day on, and notifies the trainer. Earlier sales keep their share; a second share for
 * the same day replaces the first. Throws `forbidden` without the permission `shares.manage`, `not-found`, and
 * `invalid`, also for a day in the past.
 */
export async function setShare(actor: Actor, userId: string, input: ShareInput): Promise<{ name: string }> {
  const admin = requirePermission(actor, 'shares.manage')
  const id = requireId(userId, t('refusal.thisTrainer'))
  const { percent, countsFrom } = parseInput(shareInput, input)
  return transaction(async (trx) => {
    const trainer = await trainerShareQuery(trx).where('userId', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (!trainer) throw notFound(t('refusal.thisTrainer'))
    if (countsFrom < trainer.today) throw invalidAt('countsFrom', t('refusal.aShareCanStart'))
    const { at } = await trx
      .insertInto('shares')
      .values({ trainerId: trainer.trainerId, countsFrom, percent, setBy: admin.id })
      .onConflict((conflict) =>
        conflict
          .columns(['trainerId', 'countsFrom'])
          .doUpdateSet({ percent, setBy: admin.id, setAt: clubNow }),
      )
      .returning(sql<string>`set_at::text`.as('at'))
      .executeTakeFirstOrThrow()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'set share',
      subjectKind: 'trainer',
      subjectId: trainer.trainerId,
      before: { percent: trainer.percent },
      after: { percent, countsFrom },
    })
    await recordActivity(trx, {
      userId: id,
      kind: 'payment',
      summary: message('activity.yourShare', { percent, day: { day: countsFrom } }),
      detail: message('activity.earlierSales'),
    })
    await queueMail(trx, shareChanged, {
      to: { userId: id },
      cause: `${trainer.trainerId} ${at}`,
      facts: { percent, countsFrom },
    })
    return { name: trainer.name }
  })
}
