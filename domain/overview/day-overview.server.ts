import { sql } from 'kysely'
import { clubNow, clubZone, db, readNow } from '#db/client.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import { incomeKinds } from '#domain/ledger/income.server.ts'
import { standingOf } from '#domain/ledger/trainer-standing.rules.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { listDeadJobs } from '#platform/jobs.ts'

/** Figures for the first page of each role, each from one query. */

const monthStart = sql<Date>`(date_trunc('month', club_now() at time zone ${clubZone})
  at time zone ${clubZone})`

/** Returns the club's time, for countdowns and greetings. Signed-in people only. */
export async function readClubTime(actor: Actor): Promise<Date> {
  requirePerson(actor)
  return readNow(db)
}

export type MemberToday = {
  now: Date
  /** For a former trainer: unpaid earnings in cents; otherwise null. */
  wasTrainer: { trainerId: string; owedCents: number } | null
}

/** Returns the figures of a member's first page. Signed-in people only. */
export async function readMemberToday(actor: Actor): Promise<MemberToday> {
  const person = requirePerson(actor)
  const { rows } = await sql<{
    now: Date
    trainerId: string | null
    partCents: number
    paidOutCents: number
  }>`
    select club_now() as now, trainers.id as trainer_id, coalesce(part_cents, 0) as part_cents,
      coalesce(paid_out_cents, 0) as paid_out_cents
    from (values (1)) one left join trainers on user_id = ${person.id} and retired_at is not null
      left join trainer_sums on trainer_sums.trainer_id = trainers.id`.execute(db)
  const { now, trainerId, partCents, paidOutCents } = rows[0]!
  if (trainerId === null) return { now, wasTrainer: null }
  return { now, wasTrainer: { trainerId, owedCents: standingOf(partCents, paidOutCents).owedCents } }
}

export type AdminToday = {
  now: Date
  applications: { waiting: number; oldestAt: Date | null }
  slots: { total: number; sold: number; held: number }
  /** Payments since the first of the month in the club's time zone; cents less refunds and what banks took back. */
  incomeThisMonth: { payments: number; cents: number }
  /** The same of the month before, in cents. */
  lastMonthCents: number
  newMembersThisMonth: number
  failedJobs: number
  undeliveredLetters: number
  /** The newest newsletter that the mail server's refusals paused; null if there is none. */
  pausedNewsletter: { id: string; subject: string; reply: string } | null
}

/** Returns the figures of an admin's first page. Admins only. */
export async function readAdminToday(actor: Actor): Promise<AdminToday> {
  requirePermission(actor, 'office.overview')
  const { rows } = await sql<{
    now: Date
    waiting: number
    oldestAt: Date | null
    total: number
    sold: number
    held: number
    payments: number
    cents: number
    lastMonthCents: number
    newMembers: number
    failedJobs: number
    undelivered: number
    pausedNewsletter: AdminToday['pausedNewsletter']
  }>`
    select club_now() as now, applications.*, offered.*, taken.*, received.*,
      (select count(*) from members where created_at >= ${monthStart}) as new_members,
      (select count(*) from pgboss.job where name = 'dead-jobs') as failed_jobs,
      (select count(*) from letters where failed_at is not null and email is not null) as undelivered,
      (select json_build_object('id', id, 'subject', subject, 'reply', pause_reason) from newsletters
        where state = 'paused' and pause_reason is not null order by created_at desc limit 1) as paused_newsletter
    from
      (select count(*) as waiting, min(created_at) as oldest_at
        from trainer_applications where state = 'pending') as applications,
      (select offered as total, sold from slot_totals) as offered,
      (select count(*) as held from bookings where state in ('held', 'paying') and ${occupiesSlot}) as taken,
      (select coalesce(sum(entries) filter (where day >= this_month and kind = 'payment'), 0) as payments,
          coalesce(sum(cents) filter (where day >= this_month), 0)::bigint as cents,
          coalesce(sum(cents) filter (where day < this_month), 0)::bigint as last_month_cents
        from ledger_days, (select date_trunc('month', club_now() at time zone ${clubZone})) month (this_month)
        where kind in ${incomeKinds} and day >= this_month - interval '1 month') as received`.execute(db)
  const row = rows[0]!
  return {
    now: row.now,
    applications: { waiting: row.waiting, oldestAt: row.oldestAt },
    slots: { total: row.total, sold: row.sold, held: row.held },
    incomeThisMonth: { payments: row.payments, cents: row.cents },
    lastMonthCents: row.lastMonthCents,
    newMembersThisMonth: row.newMembers,
    failedJobs: row.failedJobs,
    undeliveredLetters: row.undelivered,
    pausedNewsletter: row.pausedNewsletter,
  }
}

export type ClubEvent = {
  kind: 'payment' | 'refund' | 'payout' | 'dispute' | 'hold' | 'application'
  id: string
  name: string
  portrait: Portrait | null
  slotName: string | null
  trainerName: string | null
  plan: string | null
  /** Signed, in cents; null if no money moved. */
  cents: number | null
  happenedAt: Date
}

/** Lists the six newest payments, holds and applications. Admins only. */
export async function listLatestEvents(actor: Actor): Promise<ClubEvent[]> {
  requirePermission(actor, 'office.overview')
  const { rows } = await sql<ClubEvent>`
    with latest as (
      (select kind, entry_id::text as id, booking_id, trainer_id, null::uuid as user_id, cents, entered_at as happened_at
        from ledger where kind <> 'cover' order by entered_at desc, entry_id desc limit 6)
      union all
      (select 'hold', id::text, id, null, null, null, created_at
        from bookings where state in ('held', 'paying') order by created_at desc limit 6)
      union all
      (select 'application', id::text, null, null, user_id, null, created_at
        from trainer_applications where state = 'pending' order by created_at desc limit 6)
      order by happened_at desc limit 6)
    select latest.kind, latest.id, coalesce(users.name, '') as name, ${portraitJson('images', 'users')} as portrait,
      coalesce(orders.title, slots.name) as slot_name, trainers.name as trainer_name, bookings.plan, latest.cents, latest.happened_at
    from latest
      left join orders on orders.id = latest.booking_id
      left join bookings on bookings.id = orders.id
      left join slots on slots.id = bookings.slot_id
      left join trainers on trainers.id = coalesce(latest.trainer_id, slots.trainer_id)
      left join users on users.id = coalesce(latest.user_id, orders.buyer_id, trainers.user_id)
      left join members on members.user_id = users.id
      left join images on images.id = members.photo_id
    order by latest.happened_at desc, latest.id`.execute(db)
  return rows
}

export type TrainerToday = {
  now: Date
  trainerId: string
  weekdays: string[]
  /** Number of people with a paid slot now. */
  members: number
  /** Payments for the current months of these people, less refunds, in cents. */
  soldCents: number
  /** The paid slot that ends first, among those without a paid renewal. */
  endsFirst: { slotName: string; memberName: string; until: Date } | null
}

/** Returns the figures of a trainer's first page, without the slots. Trainers only. */
export async function readTrainerToday(actor: Actor): Promise<TrainerToday> {
  const trainer = requirePermission(actor, 'lessons.give')
  const [record, sold] = await Promise.all([
    db
      .selectFrom('trainers')
      .where('userId', '=', trainer.id)
      .select(['id', 'weekdays', clubNow.as('now')])
      .executeTakeFirst(),
    db
      .selectFrom('bookings')
      .innerJoin('slots', 'slots.id', 'bookings.slotId')
      .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
      .innerJoin('users', 'users.id', 'bookings.buyerId')
      .innerJoin('payments', 'payments.bookingId', 'bookings.id')
      .where('trainers.userId', '=', trainer.id)
      .where('bookings.state', '=', 'paid')
      .where('bookings.period', '=', 'current')
      .orderBy('bookings.paidUntil')
      .select([
        'slots.name as slotName',
        'bookings.buyerId',
        'users.name as memberName',
        sql<Date>`bookings.paid_until`.as('until'),
        sql<boolean>`is_renewed(bookings)`.as('isRenewed'),
        sql<number>`payments.amount_cents - payments.refunded_cents`.as('cents'),
      ])
      .execute(),
  ])
  const first = sold.find(({ isRenewed }) => !isRenewed)
  return {
    now: record?.now ?? (await readClubTime(actor)),
    trainerId: record?.id ?? '',
    weekdays: record?.weekdays ?? [],
    members: new Set(sold.map(({ buyerId }) => buyerId)).size,
    soldCents: sold.reduce((sum, { cents }) => sum + cents, 0),
    endsFirst: first ? { slotName: first.slotName, memberName: first.memberName, until: first.until } : null,
  }
}

type FailedJob = Awaited<ReturnType<typeof listDeadJobs>>[number]

/** Lists jobs that failed for good, newest first, at most 100. Admins only. */
export async function listFailedJobs(actor: Actor): Promise<FailedJob[]> {
  requirePermission(actor, 'operations.read')
  return listDeadJobs()
}
