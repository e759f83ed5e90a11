import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, pool, readToday } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { releaseEndedPlaces } from '#domain/lessons/classes/released-places.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { addDays } from '#format/days.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { addClassDate } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase, waitForLocks } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { endAllMemberships } from '#tests/membership-fixtures.ts'
import { collectPeriods } from './collections.server.ts'
import { cancelMembership, getOwnMembership } from './memberships.server.ts'
import { changeMembership } from './offer-change.server.ts'
import { pauseMembership } from './pauses.server.ts'
import { orderPeriods } from './renewals.server.ts'

// What meets in one moment. Each operation begins once the one before it waits, by a lock of the test: on the row of its
// member, which it refers to last.

useDatabase()
let sandbox: Sandbox
let admin: Person
const offers: Record<string, string> = {}
const at = (text: string) => setClubTime('UTC', `${text}:00Z`)
beforeEach(async () => {
  await at('2027-01-31T12:00')
  sandbox = useSandbox()
  if (admin) return
  admin = await createAdmin()
  const offer = { title: 'Once', price: 20, classes: 1, soldTo: 'everybody' } as const
  const terms = { kind: 'membership', periodMonths: 1, minMonths: 0, noticeDays: 0 } as const
  offers.monthly = (await addOffer(admin, { ...offer, ...terms })).id
  offers.other = (await addOffer(admin, { ...offer, ...terms, title: 'Twice', classes: 2 })).id
  offers.pack = (await addOffer(admin, { ...offer, kind: 'pack', validDays: 3 })).id
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  await endAllMemberships()
  await setClubTime('UTC')
})

async function buy(offerId: string): Promise<{ member: Person; orderId: string }> {
  const member = await createMember()
  const consents = { expectedPriceCents: 2_000, renews: true, keepsCard: true }
  const { orderId } = await orderOffer(member, offerId, consents)
  const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(member, { intentId })
  return { member, orderId }
}

const accountOf = ({ id }: Person) => `select from users where id = '${id}' for update`

/** Runs the operations while a lock is held, each once the one before it waits, and returns what became of them. */
async function queueAt(lock: string, operations: (() => Promise<unknown>)[]) {
  const gate = await pool.connect()
  const { rows } = await gate.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { pid } = rows[0]!
  await gate.query(`begin; ${lock}`)
  const waiting: Promise<unknown>[] = []
  try {
    for (const operation of operations) {
      waiting.push(operation())
      waiting.at(-1)?.catch(() => undefined)
      await waitForQueue(pid, waiting.length)
    }
  } finally {
    await gate.query('rollback')
    gate.release()
  }
  return (await Promise.allSettled(waiting)).map((result) =>
    result.status === 'rejected' ? (result.reason as { code?: string }).code : 'done',
  )
}

/** Waits until so many sessions wait for one of the test, or behind each other. */
const waitForQueue = (pid: number, count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `with recursive behind as (select $1::integer as pid union
          select session.pid from behind, pg_stat_activity session where behind.pid = any (pg_blocking_pids(session.pid)))
        select pid from behind where pid <> $1`,
        [pid],
      )
      expect(rows).toHaveLength(count)
    },
    { timeout: 10_000 },
  )

/** Runs `work` with a function of the database changed. */
async function withChanged(name: string, change: (definition: string) => string, work: () => Promise<void>) {
  const { rows } = await pool.query<{ before: string }>('select pg_get_functiondef($1::regproc) as before', [
    name,
  ])
  const { before } = rows[0]!
  expect(change(before)).not.toBe(before)
  await pool.query(change(before))
  await work().finally(() => pool.query(before))
}

/** Places and counted classes of an order. */
async function placesOf(orderId: string) {
  const { rows } = await sql<{ taken: number; used: number }>`
    select used, (select count(*)::integer from participants where allowance_id = order_id and state = 'booked') as taken
    from allowances where order_id = ${orderId}`.execute(db)
  return rows[0]
}

describe('the last class of a membership, wanted as its days of rest are chosen', () => {
  async function prepare() {
    const { member, orderId } = await buy(offers.monthly!)
    const today = await readToday()
    const rest = { fromDay: addDays(today, 1), untilDay: addDays(today, 10) }
    const { lessonId } = await addClassDate(admin)
    return {
      member,
      orderId,
      lock: accountOf(member),
      pause: () => pauseMembership(member, rest),
      book: () => bookClass(member, lessonId),
      /** Takes the place without looking. */
      take: () =>
        sql`insert into participants (kind, lesson_id, member_id, allowance_id, policy_version, free_until)
          select 'class', ${lessonId}, ${member.id}, ${orderId}, version, club_now()
          from policies order by version desc limit 1`.execute(db),
    }
  }

  test('is one place, which the pause gives back', async () => {
    const { member, orderId, lock, pause, book } = await prepare()
    const other = await addClassDate(admin, { startsAt: '10:00' })
    const outcomes = await queueAt(lock, [book, pause, () => bookClass(member, other.lessonId)])
    expect(outcomes).toEqual(['done', 'done', 'conflict'])
    expect(await placesOf(orderId)).toEqual({ taken: 0, used: 0 })
  })

  test('is refused once the pause counts', async () => {
    const { orderId, lock, pause, book } = await prepare()
    expect(await queueAt(lock, [pause, book])).toEqual(['done', 'conflict'])
    expect(await placesOf(orderId)).toEqual({ taken: 0, used: 0 })
  })

  test('control: judged by the database before it is counted, it is taken in a pause', async () => {
    const guarded = await prepare()
    expect(await queueAt(guarded.lock, [guarded.pause, guarded.take])).toEqual(['done', '23514'])
    const count = 'update allowances set used = used + 1 where order_id = now;'
    const judgedFirst = (definition: string) =>
      definition
        .replace(count, '')
        .replace('return null;\nend $function$', `${count} return null; end $function$`)
    const again = await prepare()
    await withChanged('count_allowance', judgedFirst, async () => {
      expect(await queueAt(again.lock, [again.pause, again.take])).toEqual(['done', 'done'])
    })
    await releaseEndedPlaces()
  })
})

test('the last class of a pack, wanted in the last hour of its last day and in the first of the next, is the former', async () => {
  await at('2027-02-01T12:00')
  const { member, orderId } = await buy(offers.pack!)
  const last = await addClassDate(admin, { inDays: 3, startsAt: '23:15' })
  const tooLate = await addClassDate(admin, { inDays: 4, startsAt: '00:00' })
  const both = [last, tooLate].map(
    ({ lessonId }) =>
      () =>
        bookClass(member, lessonId),
  )
  expect(await queueAt(accountOf(member), both)).toEqual(['done', 'conflict'])
  await at('2027-02-05T00:00')
  await releaseEndedPlaces()
  expect(await placesOf(orderId)).toEqual({ taken: 1, used: 1 })
})

describe('a membership that is cancelled as its next period is ordered', () => {
  /** What its writes refer to is locked, so that each operation waits after its own locks. */
  async function meet(first: 'cancelling' | 'order') {
    await at('2027-01-31T12:00')
    const { member } = await buy(offers.monthly!)
    await at('2027-02-20T12:00')
    const both = [() => cancelMembership(member), () => orderPeriods()]
    const outcomes = await queueAt(
      `${accountOf(member)}; select from members where user_id = '${member.id}' for update`,
      first === 'cancelling' ? both : both.toReversed(),
    )
    const membership = await getOwnMembership(member)
    return { member, outcomes, endsAt: membership?.endsAt ?? null, next: membership?.next ?? null }
  }

  test('ends without it, or goes on with it', async () => {
    expect(await meet('cancelling')).toMatchObject({
      outcomes: ['done', 'done'],
      endsAt: expect.any(Date) as Date,
      next: null,
    })
    expect(await meet('order')).toMatchObject({
      outcomes: ['done', 'conflict'],
      endsAt: null,
      next: { amountCents: 2_000 },
    })
  })

  test('control: unless ordering locks the membership first, it is cancelled and charged', async () => {
    await withChanged(
      'check_period_ordered',
      (definition) => definition.replace(' for no key update', ''),
      async () => {
        const { member, endsAt } = await meet('cancelling')
        expect(endsAt).toEqual(new Date('2027-02-28T12:00:00Z'))
        await at('2027-02-28T12:01')
        await collectPeriods()
        const paid = db.selectFrom('orders').where('buyerId', '=', member.id).where('state', '=', 'paid')
        expect(await paid.select('period').orderBy('period').execute()).toEqual([
          { period: 1 },
          { period: 2 },
        ])
      },
    )
  })
})

describe('a membership that is cancelled as its next period is charged', () => {
  /** A member who changed to another membership, whose first period is due. */
  async function due() {
    await at('2027-01-31T12:00')
    const { member } = await buy(offers.monthly!)
    await changeMembership(member, offers.other!, { expectedPriceCents: 2_000 })
    await at('2027-02-20T12:00')
    await orderPeriods()
    const { next } = (await getOwnMembership(member))!
    await at('2027-02-28T12:00')
    const lock = `select from orders where id = '${next!.orderId}' for update`
    const end = async () => {
      const { endsAt, paidUntil } = (await getOwnMembership(member))!
      return { isCancelled: endsAt !== null, isCharged: paidUntil > new Date('2027-03-01') }
    }
    return { member, lock, end }
  }

  test('is one of both, whoever is first at its order', async () => {
    const charged = await due()
    expect(await queueAt(charged.lock, [collectPeriods, () => cancelMembership(charged.member)])).toEqual([
      'done',
      'conflict',
    ])
    expect(await charged.end()).toEqual({ isCancelled: false, isCharged: true })
    const cancelled = await due()
    await at('2027-02-28T11:59')
    expect(await queueAt(cancelled.lock, [() => cancelMembership(cancelled.member)])).toEqual(['done'])
    await at('2027-02-28T12:00')
    await collectPeriods()
    expect(await getOwnMembership(cancelled.member)).toBeNull()
  })

  test('control: with its locks the other way round, it and the charge wait for each other', async () => {
    const { member, lock, end } = await due()
    const turned = await pool.connect()
    await turned.query(`begin; select from memberships where member_id = '${member.id}' for update`)
    const charging = collectPeriods()
    await waitForLocks(1)
    // the charge waits for the membership, and holds the order
    await expect(turned.query(`${lock} nowait`)).rejects.toMatchObject({ code: '55P03' })
    await turned.query('rollback')
    turned.release()
    await charging
    expect(await end()).toEqual({ isCancelled: false, isCharged: true })
  })
})
