import { sql } from 'kysely'
import { clubNow, clubZone, db, transaction, type Queryable } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { invalidAt, notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { shareChanged } from '#domain/ledger/letters/share-changed.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { formatDay } from '#format/days.ts'
import { shareInput, type ShareInput } from './shares.input.ts'

export type TrainerShare = {
  trainerId: string
  /** What counts for a sale now. */
  percent: number
  /** Today in the club's calendar: a share counts from then at the earliest. */
  today: string
  /** The shares that were set for this trainer, the one that counts last on top. */
  set: { percent: number; countsFrom: string }[]
}

/** The share of the trainer that this person is or was; null for whoever never trained here. Admins only. */
export async function findShare(actor: Actor, userId: string): Promise<TrainerShare | null> {
  requirePermission(actor, 'shares.manage')
  const id = requireId(userId, 'This person')
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

const trainerShareQuery = (reader: Queryable) =>
  reader
    .selectFrom('trainers')
    .select(['id as trainerId', 'name'])
    .select([
      sql<number>`share_of(id, ${clubNow})`.as('percent'),
      sql<string>`to_char(${clubNow} at time zone ${clubZone}, 'YYYY-MM-DD')`.as('today'),
    ])

/**
 * Sets the share of the trainer that this person is from a day on; what was sold before keeps its own. Setting another for the same day
 * replaces it. Admins only; the trainer is told. Throws `not-found`, and `invalid` also for a day that is over.
 */
export async function setShare(actor: Actor, userId: string, input: ShareInput): Promise<{ name: string }> {
  const admin = requirePermission(actor, 'shares.manage')
  const id = requireId(userId, 'This trainer')
  const { percent, countsFrom } = parseInput(shareInput, input)
  return transaction(async (trx) => {
    const trainer = await trainerShareQuery(trx).where('userId', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (!trainer) throw notFound('This trainer')
    if (countsFrom < trainer.today)
      throw invalidAt(
        'countsFrom',
        'A share counts from today at the earliest: what was sold before keeps its own.',
      )
    const { at } = await trx
      .insertInto('shares')
      .values({ trainerId: trainer.trainerId, countsFrom, percent, setBy: admin.id })
      .onConflict((same) =>
        same.columns(['trainerId', 'countsFrom']).doUpdateSet({ percent, setBy: admin.id, setAt: clubNow }),
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
      summary: `Your share is ${percent} % from ${formatDay(countsFrom)} on`,
      detail: 'What was sold before keeps the share it was sold with.',
    })
    await queueMail(trx, shareChanged, {
      to: { userId: id },
      cause: `${trainer.trainerId} ${at}`,
      facts: { percent, countsFrom },
    })
    return { name: trainer.name }
  })
}
