import { sql } from 'kysely'
import { db, transaction, type Transaction } from '../../db/client.ts'
import { settings } from '../../platform/env.ts'
import { recordActivity, recordAudit } from '../activity/activity.server.ts'
import { requireRole, type Actor } from '../actor.ts'
import { conflict, notFound } from '../errors.ts'
import { requireId } from '../ids.ts'
import { parseInput } from '../input.ts'
import { accountOf, type TrainerAccount } from '../trainers/trainers.rules.ts'
import { payoutInput, type PayoutInput } from './payments.input.ts'
import { moneyText } from './payments.rules.ts'

/** What a trainer is owed, in cents. A trainer's share of each sale is a setting of the club. */
export type TrainerStanding = TrainerAccount & {
  trainerId: string
  name: string
  /** Received for the trainer's hours, less what was refunded or is about to be. */
  soldCents: number
  paidOutCents: number
  isRetired: boolean
}

/** What each trainer was paid and is owed, by name. Admins only. */
export async function owedByTrainer(actor: Actor, share = settings.trainerShare): Promise<TrainerStanding[]> {
  requireRole(actor, 'admin')
  const rows = await standings(db).orderBy('trainers.name').orderBy('trainers.id').execute()
  return rows.map((row) => ({ ...row, ...accountOf(row.soldCents, row.paidOutCents, share) }))
}

function standings(from: typeof db | Transaction) {
  return from.selectFrom('trainers').select((eb) => [
    'trainers.id as trainerId',
    'trainers.name',
    eb('trainers.retiredAt', 'is not', null).$castTo<boolean>().as('isRetired'),
    eb
      .selectFrom('payments')
      .innerJoin('bookings', 'bookings.id', 'payments.bookingId')
      .innerJoin('slots', 'slots.id', 'bookings.slotId')
      .whereRef('slots.trainerId', '=', 'trainers.id')
      .select(sql<number>`coalesce(sum(payments.amount_cents - payments.refunded_cents), 0)`.as('sum'))
      .$asScalar()
      .$notNull()
      .as('soldCents'),
    eb
      .selectFrom('payouts')
      .whereRef('payouts.trainerId', '=', 'trainers.id')
      .select(sql<number>`coalesce(sum(payouts.amount_cents), 0)`.as('sum'))
      .$asScalar()
      .$notNull()
      .as('paidOutCents'),
  ])
}

export type Payout = { payoutId: string; amountCents: number; owedCents: number }

/**
 * Records a payout to a trainer, never above what is owed, also when several are recorded at once; one request
 * key is one payout. Admins only. Throws `not-found`, `invalid` and `conflict` with what is owed.
 */
export async function recordPayout(
  actor: Actor,
  input: PayoutInput,
  share = settings.trainerShare,
): Promise<Payout> {
  const admin = requireRole(actor, 'admin')
  const parsed = parseInput(payoutInput, input)
  const request = { ...parsed, trainerId: requireId(parsed.trainerId, 'This trainer') }
  return transaction(async (trx) => {
    const trainer = await lockTrainer(trx, request.trainerId)
    const standing = await readStanding(trx, trainer.id, share)
    const earlier = await trx
      .selectFrom('payouts')
      .selectAll()
      .where('requestKey', '=', request.requestKey)
      .executeTakeFirst()
    if (earlier) {
      if (earlier.trainerId !== trainer.id || earlier.amountCents !== request.amountCents)
        throw conflict('This form was used for another payout already. Please open it again.')
      return { payoutId: earlier.id, amountCents: earlier.amountCents, owedCents: standing.owedCents }
    }
    if (request.amountCents > standing.owedCents)
      throw conflict(
        `${trainer.name} is owed ${moneyText(standing.owedCents)}, so no more can be paid out.`,
        {
          owedCents: standing.owedCents,
        },
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
      summary: `The club paid out ${moneyText(request.amountCents)} to you.`,
    })
    return {
      payoutId: id,
      amountCents: request.amountCents,
      owedCents: standing.owedCents - request.amountCents,
    }
  })
}

/** One trainer's payouts are recorded one after the other. */
async function lockTrainer(trx: Transaction, trainerId: string) {
  const trainer = await trx
    .selectFrom('trainers')
    .where('id', '=', trainerId)
    .select(['id', 'name', 'userId'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!trainer) throw notFound('This trainer')
  return trainer
}

async function readStanding(trx: Transaction, trainerId: string, share: number): Promise<TrainerAccount> {
  const row = await standings(trx).where('trainers.id', '=', trainerId).executeTakeFirstOrThrow()
  return accountOf(row.soldCents, row.paidOutCents, share)
}
