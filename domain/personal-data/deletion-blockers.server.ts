import { sql } from 'kysely'
import type { Queryable } from '#db/client.ts'
import { settleAll } from '#db/settle-all.ts'
import { standingOf } from '#domain/ledger/trainer-standing.rules.ts'
import { trainerSumColumns } from '#domain/ledger/trainer-standings.server.ts'
import type { AccountDeletion, DeletionBlocker, RunningMonth } from './account-deletion.rules.ts'

/** Returns the paid months and blockers of this person. */
export async function readDeletionState(from: Queryable, userId: string): Promise<AccountDeletion> {
  const [{ leavingSince, leavingByClub, role }, admins, months, asTrainer, refunds] = await settleAll([
    from
      .selectFrom('members')
      .where('userId', '=', userId)
      .select(['leavingSince', 'leavingByClub', 'role'])
      .executeTakeFirstOrThrow(),
    from.selectFrom('members').where('role', '=', 'admin').select('userId').limit(2).execute(),
    findRunningMonths(from, userId),
    findTrainerBlockers(from, userId),
    findPendingRefunds(from, userId),
  ])
  const lastAdmin: DeletionBlocker[] = role === 'admin' && admins.length < 2 ? [{ kind: 'last admin' }] : []
  return {
    leavingSince,
    leavingByClub,
    months,
    lastDay: months.map(({ paidUntil }) => paidUntil).toSorted((one, other) => +other - +one)[0] ?? null,
    blockers: [...lastAdmin, ...asTrainer, ...refunds],
  }
}

async function findRunningMonths(from: Queryable, userId: string): Promise<RunningMonth[]> {
  const { rows } = await sql<RunningMonth>`
    select b.id as booking_id, s.start_hour, t.name as trainer_name, b.paid_until,
      (select count(*)::int from lessons l where l.booking_id = b.id and l.state = 'planned' and l.starts_at > club_now()) as hours_ahead
    from bookings b join slots s on s.id = b.slot_id join trainers t on t.id = s.trainer_id
    where b.buyer_id = ${userId} and b.state = 'paid' and b.paid_until > club_now()
    order by b.paid_until, b.id`.execute(from)
  return rows
}

async function findTrainerBlockers(from: Queryable, userId: string): Promise<DeletionBlocker[]> {
  const trainer = await from
    .selectFrom('trainers')
    .leftJoin('trainerSums', 'trainerSums.trainerId', 'trainers.id')
    .where('userId', '=', userId)
    .select(['id', 'retiredAt', sql<string>`(select currency from club)`.as('currency')])
    .select(trainerSumColumns)
    .executeTakeFirst()
  if (!trainer) return []
  const { owedCents } = standingOf(trainer.partCents, trainer.paidOutCents)
  const { rows } = await sql<{ hours: number; until: Date; lessons: number }>`
    select count(*)::int as hours, max(coalesce(b.paid_until, b.hold_expires_at)) as until,
      (select count(*)::int from lessons l
        where l.trainer_id = ${trainer.id} and l.state = 'planned' and l.starts_at > club_now()) as lessons
    from bookings b join slots s on s.id = b.slot_id
    where s.trainer_id = ${trainer.id} and is_live(b.state)`.execute(from)
  const { hours, until, lessons } = rows[0]!
  return [
    ...(hours > 0
      ? [{ kind: 'sold hours' as const, hours, until, hasLeft: trainer.retiredAt !== null }]
      : []),
    ...(hours === 0 && lessons > 0 ? [{ kind: 'lessons ahead' as const, lessons }] : []),
    ...(owedCents > 0 ? [{ kind: 'owed' as const, cents: owedCents, currency: trainer.currency }] : []),
  ]
}

/** Finds refunds that are pending or failed. */
async function findPendingRefunds(from: Queryable, userId: string): Promise<DeletionBlocker[]> {
  const { rows } = await sql<{ cents: number; currency: string }>`
    select sum(cents)::int as cents, currency from (
      select r.amount_cents as cents, c.currency
      from (select id, booking_id, currency from payments union all select id, booking_id, currency from stray_charges) c
        join orders o on o.id = c.booking_id
        join refunds r on coalesce(r.payment_id, r.stray_charge_id) = c.id
      where o.buyer_id = ${userId} and r.state = 'pending'
      union all
      select f.amount_cents, f.currency from failed_refunds f join orders o on o.id = f.booking_id
      where o.buyer_id = ${userId}) open
    group by currency`.execute(from)
  return rows.map((row) => ({ kind: 'refund', ...row }))
}
