import { sql } from 'kysely'
import { conflict, conflictAt, notFound } from '#core/errors.ts'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { payoutInput, type PayoutInput } from '#domain/payments/payments.input.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatMoney } from '#format/money.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { payoutReversalInput, type PayoutReversalInput } from './cash-days.input.ts'
import { standingOf, type Standing } from './trainer-standing.rules.ts'
import { trainerSumColumns } from './trainer-standings.server.ts'

/** Sales, share and payouts of a trainer, in cents. Each sale counts with the share valid at its time. */
export type TrainerStanding = Standing & {
  trainerId: string
  name: string
  /** Payments for the trainer's slots minus completed and pending refunds. */
  soldCents: number
  /** The trainer's part of `soldCents`, with what covers moved. */
  partCents: number
  paidOutCents: number
}

/** A page of trainers with money owed, and the totals of all. */
export type OwedTrainers = Page<TrainerStanding & { portrait: Portrait | null }> & {
  totalCents: number
  /** Sum of what other trainers were paid in excess. */
  overpaidCents: number
}

/**
 * Returns a page of the trainers with money owed, largest amount first, at most 100. Throws `forbidden` without the
 * permission `payouts.record`.
 */
export async function listOwedTrainers(actor: Actor, range: Partial<PageRange> = {}): Promise<OwedTrainers> {
  requirePermission(actor, 'payouts.record')
  const { limit, offset } = clampPageRange(range)
  type Row = Omit<OwedTrainers, 'items'> & Omit<OwedTrainers['items'][number], 'trainerId' | keyof Standing>
  // repeats the rule of `standingOf` as a set, in the form of the index
  const { rows } = await sql<Row & { trainerId: string | null }>`
    select page.*, totals.*
    from (
      select count(*) filter (where part_cents > paid_out_cents) as total,
        coalesce(sum(greatest(part_cents - paid_out_cents, 0)), 0)::bigint as total_cents,
        coalesce(sum(greatest(paid_out_cents - part_cents, 0)), 0)::bigint as overpaid_cents
      from trainer_sums) totals
      left join (
        -- joins portraits for the rows of this page only
        select due.*, ${portraitJson('images', 'users')} as portrait
        from (
            select trainer_sums.*, part_cents - paid_out_cents as due_cents,
              trainers.name, trainers.user_id, trainers.photo_id
            from trainer_sums join trainers on trainers.id = trainer_id
            where part_cents > paid_out_cents
            order by part_cents - paid_out_cents desc, trainers.name, trainers.id limit ${limit} offset ${offset}) due
          join users on users.id = due.user_id join members on members.user_id = due.user_id
          left join images on images.id = coalesce(due.photo_id, members.photo_id)) page on true
    order by page.due_cents desc, page.name, page.trainer_id`.execute(db)
  const { total, totalCents, overpaidCents } = rows[0]!
  const items = rows.flatMap(({ trainerId, name, portrait, ...row }) => {
    if (trainerId === null) return []
    const { soldCents, partCents, paidOutCents } = row
    const standing = standingOf(partCents, paidOutCents)
    return [{ trainerId, name, portrait, soldCents, partCents, paidOutCents, ...standing }]
  })
  return { items, total, totalCents, overpaidCents }
}

/**
 * Returns the standing of one trainer. Throws `forbidden` without the permission `payouts.record`, and `not-found`.
 */
export async function readStanding(actor: Actor, trainerId: string): Promise<TrainerStanding> {
  requirePermission(actor, 'payouts.record')
  return findStanding(db, requireId(trainerId, t('refusal.thisTrainer')))
}

async function findStanding(from: Queryable, trainerId: string): Promise<TrainerStanding> {
  const row = await from
    .selectFrom('trainers')
    .leftJoin('trainerSums', 'trainerSums.trainerId', 'trainers.id')
    .where('trainers.id', '=', trainerId)
    .select(['trainers.id as trainerId', 'trainers.name'])
    .select(trainerSumColumns)
    .executeTakeFirst()
  if (!row) throw notFound(t('refusal.thisTrainer'))
  return { ...row, ...standingOf(row.partCents, row.paidOutCents) }
}

export type Payout = { payoutId: string; amountCents: number; owedCents: number }

/**
 * Records a payout to a trainer, at most the amount owed. Idempotent by request key, and serialised by trainer.
 * Returns the amounts in cents. Throws `forbidden` without the permission `payouts.record`, `not-found`, `invalid`,
 * and `conflict` with the amount owed.
 */
export async function recordPayout(actor: Actor, input: PayoutInput): Promise<Payout> {
  const admin = requirePermission(actor, 'payouts.record')
  const parsed = parseInput(payoutInput, input)
  const request = { ...parsed, trainerId: requireId(parsed.trainerId, t('refusal.thisTrainer')) }
  return transaction(async (trx) => {
    const trainer = await lockTrainer(trx, request.trainerId)
    const standing = await findStanding(trx, trainer.id)
    const earlier = await trx
      .selectFrom('payouts')
      .selectAll()
      .where('requestKey', '=', request.requestKey)
      .executeTakeFirst()
    if (earlier) {
      if (earlier.trainerId !== trainer.id || earlier.amountCents !== request.amountCents)
        throw conflict(t('refusal.thisFormHasAlready'))
      return { payoutId: earlier.id, amountCents: earlier.amountCents, owedCents: standing.owedCents }
    }
    if (request.amountCents > standing.owedCents)
      throw conflictAt(
        'amountCents',
        t('refusal.isOwedSoNo', { name: trainer.name, owed: formatMoney(standing.owedCents) }),
        { owedCents: standing.owedCents },
      )
    const { id } = await trx
      .insertInto('payouts')
      .values({ ...request, recordedBy: admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'record payout',
      subjectKind: 'trainer',
      subjectId: trainer.id,
      before: { owedCents: standing.owedCents },
      after: { amountCents: request.amountCents, note: request.note },
    })
    await recordActivity(trx, {
      userId: trainer.userId,
      kind: 'payment',
      summary: message('activity.paidOut', { amount: { cents: request.amountCents } }),
    })
    return {
      payoutId: id,
      amountCents: request.amountCents,
      owedCents: standing.owedCents - request.amountCents,
    }
  })
}

/** A payout, and whether it was taken back. */
type RecordedPayout = {
  trainerId: string
  trainerName: string
  amountCents: number
  currency: string
  createdAt: Date
  isReversed: boolean
}

/**
 * Returns a payout. Throws `forbidden` without the permission `payouts.record`, and `not-found`, also for an entry that
 * takes a payout back.
 */
export async function readPayout(actor: Actor, payoutId: string): Promise<RecordedPayout> {
  requirePermission(actor, 'payouts.record')
  const payout = await db
    .selectFrom('payouts')
    .innerJoin('trainers', 'trainers.id', 'payouts.trainerId')
    .leftJoin('payouts as reversals', 'reversals.reversesId', 'payouts.id')
    .where('payouts.id', '=', requireId(payoutId, t('refusal.thisPayout')))
    .where('payouts.reversesId', 'is', null)
    .select(['payouts.trainerId', 'trainers.name as trainerName', 'payouts.amountCents', 'payouts.currency'])
    .select(['payouts.createdAt', sql<boolean>`reversals.id is not null`.as('isReversed')])
    .executeTakeFirst()
  if (!payout) throw notFound(t('refusal.thisPayout'))
  return payout
}

/**
 * Takes back a payout that was entered wrongly, by a second entry of the opposite amount. Idempotent. Returns the amounts
 * in cents. Throws `forbidden` without the permission `payouts.record`, `not-found`, also for an
 * entry that takes a payout back, and `invalid`.
 */
export async function reversePayout(actor: Actor, input: PayoutReversalInput): Promise<Payout> {
  const admin = requirePermission(actor, 'payouts.record')
  const { reason, payoutId } = parseInput(payoutReversalInput, input)
  const payout = await readPayout(actor, payoutId)
  return transaction(async (trx) => {
    const trainer = await lockTrainer(trx, payout.trainerId)
    const standing = await findStanding(trx, trainer.id)
    const { amountCents } = payout
    const reversal = await trx
      .insertInto('payouts')
      .values({
        trainerId: trainer.id,
        amountCents: -amountCents,
        note: reason,
        requestKey: `reverse:${payoutId}`,
        reversesId: payoutId,
        recordedBy: admin.id,
      })
      .onConflict((same) => same.column('requestKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!reversal) {
      const earlier = trx.selectFrom('payouts').where('reversesId', '=', payoutId).select('id')
      const { id } = await earlier.executeTakeFirstOrThrow()
      return { payoutId: id, amountCents, owedCents: standing.owedCents }
    }
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'take back payout',
      subjectKind: 'trainer',
      subjectId: trainer.id,
      after: { amountCents, note: reason },
    })
    await recordActivity(trx, {
      userId: trainer.userId,
      kind: 'payment',
      summary: message('activity.payoutTakenBack', { amount: { cents: amountCents } }),
    })
    const { owedCents } = standingOf(standing.partCents, standing.paidOutCents - amountCents)
    return { payoutId: reversal.id, amountCents, owedCents }
  })
}

/** Locks the trainer, which serialises payouts. Throws `not-found`. */
async function lockTrainer(trx: Transaction, trainerId: string) {
  const trainer = await trx
    .selectFrom('trainers')
    .where('id', '=', trainerId)
    .select(['id', 'name', 'userId'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!trainer) throw notFound(t('refusal.thisTrainer'))
  return trainer
}
