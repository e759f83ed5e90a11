import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase, db, openDatabase } from '#db/client.ts'
import type { Role } from '#db/tables.ts'
import { renewExpiredHold } from '#demo/renew-hold.ts'
import { seedDemo } from '#demo/seed.ts'
import type { Person } from '#domain/actor.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { extendMakeUpTerms } from '#domain/lessons/make-ups/extend-make-up-terms.server.ts'
import { replaceOwnCard } from '#domain/memberships/own-card.server.ts'
import { listOffers } from '#domain/offers/offers.server.ts'
import { orderStates } from '#domain/orders/orders.rules.ts'
import { readClubHealth } from '#domain/overview/health.server.ts'
import { sellOffer } from '#domain/sales/order-offer.server.ts'
import { demoEmails } from '#sign-in/demo/demo-accounts.rules.ts'
import { testSecret } from './auth-fixtures.ts'
import { setClubTime, useDatabase } from './database.ts'
import { useSandbox } from './factories.ts'
import { expectNoBrokenInvariants } from './invariants.ts'
import { typeCard } from './membership-fixtures.ts'
import { useTemporaryPictureStorage } from './picture-fixtures.ts'
import { salesJobs } from './proof/membership-year.ts'
import { repetitions } from './proof/test-scale.ts'

const database = useDatabase()
useTemporaryPictureStorage()

beforeAll(async () => {
  await closeDatabase()
  await seedDemo({ databaseUrl: database.url, authSecret: testSecret, say: () => {} })
  openDatabase(database.url)
}, 300_000)

const admin: Person = {
  kind: 'person',
  id: '00000000-0000-4000-8000-000000000000',
  sessionId: '',
  name: 'Admin',
  email: 'admin@club.example',
  role: 'admin',
  portrait: null,
}

const countOf = async (
  table: 'activities' | 'bookings' | 'trainers' | 'classes' | 'posts' | 'galleryItems' | 'subscribers',
) =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

describe('the demo club', () => {
  test('has a booking in each state there is', async () => {
    const states = await db.selectFrom('bookings').select('state').distinct().execute()
    expect(states.map(({ state }) => state).sort()).toEqual([...orderStates].sort())
  })

  test('has books that show 320 and 320', async () => {
    expect(await readBalance(admin)).toMatchObject({ totalPaymentCents: 32_000, totalRemainingCents: 32_000 })
  })

  test('can be compared with its card processor', async () => {
    useSandbox()
    expect(await readClubHealth(admin)).toMatchObject({ notices: { missing: null, lastAt: null } })
  })

  test('has a trainer who is away: another one gives an hour, and one is still wanted', async () => {
    const lessons = await db
      .selectFrom('lessons')
      .innerJoin('trainers', 'trainers.id', 'lessons.trainerId')
      .where((or) => or.or([or('insteadOf', 'is not', null), or('coverUntil', 'is not', null)]))
      .orderBy('onDate')
      .select(['trainers.name', 'lessons.state'])
      .execute()
    expect(lessons).toEqual([
      { name: 'Theo Marchetti', state: 'planned' },
      { name: 'Jonas Weidner', state: 'planned' },
    ])
  })

  test('has a class that is full with people in line, and one that was called off', async () => {
    const classes = await db
      .selectFrom('lessons')
      .innerJoin('classes', 'classes.id', 'lessons.classId')
      .innerJoin('participants', 'participants.lessonId', 'lessons.id')
      .select(['title', 'participants.state', sql<number>`count(*)::integer`.as('people')])
      .groupBy(['title', 'participants.state'])
      .orderBy('title')
      .orderBy('participants.state')
      .execute()
    expect(classes).toEqual([
      { title: 'Hips and Shoulders', state: 'called_off', people: 2 },
      { title: 'Night Ride', state: 'booked', people: 2 },
      { title: 'Reformer Room', state: 'booked', people: 2 },
      // the month of one of them can be over by then
      { title: 'Reformer Room', state: 'waiting', people: expect.toBeOneOf([1, 2]) as number },
    ])
  })

  test('has people in each role, among them those whom anybody may walk in as', async () => {
    const people = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.userId')
      .select(['users.email', 'members.role'])
      .execute()
    const roles: Role[] = ['admin', 'trainer', 'member', 'applied']
    for (const role of roles) expect(people.map((person) => person.role)).toContain(role)
    expect(people.filter(({ role }) => role === 'applied')).toHaveLength(1)
    expect(people.map(({ email }) => email)).toEqual(expect.arrayContaining([...demoEmails]))
  })

  test('has enough of everything to look around in', async () => {
    expect(await countOf('trainers')).toBe(8)
    expect(await countOf('classes')).toBe(12)
    expect(await countOf('posts')).toBe(20)
    expect(await countOf('galleryItems')).toBe(16)
    expect(await countOf('subscribers')).toBeGreaterThan(5)
  })

  test('has nobody who did something before they joined', async () => {
    const early = await db
      .selectFrom('activities')
      .innerJoin('users', 'users.id', 'activities.userId')
      .whereRef('activities.happenedAt', '<', 'users.createdAt')
      .select(['users.name', 'activities.summary'])
      .execute()
    expect(early).toEqual([])
    const { joined } = await db
      .selectFrom('users')
      .where('email', '=', 'member@palestra.example')
      .select(sql<number>`extract(day from now() - created_at)::integer`.as('joined'))
      .executeTakeFirstOrThrow()
    expect(joined).toBe(160)
  })

  test('keeps the hour of the second member held, without a trace of the holds before', async () => {
    const read = async () => ({
      held: await db
        .selectFrom('bookings')
        .innerJoin('users', 'users.id', 'bookings.buyerId')
        .where('email', '=', 'member2@palestra.example')
        .where('state', '=', 'held')
        .select('slotId')
        .execute(),
      bookings: await countOf('bookings'),
      activities: await countOf('activities'),
    })
    const before = await read()
    expect(before.held).toHaveLength(1)
    await sql`update orders set created_at = created_at - interval '20 minutes',
      hold_expires_at = hold_expires_at - interval '20 minutes' where state = 'held'`.execute(db)
    await expireHolds()
    expect((await read()).held).toEqual([])
    await renewExpiredHold()
    expect(await read()).toEqual(before)
    await renewExpiredHold()
    expect(await read()).toEqual(before)
  })

  test('keeps every promise of a real one', expectNoBrokenInvariants)

  describe('60 days later', () => {
    afterAll(() => setClubTime('UTC'))

    const stride = repetitions(3, 1)

    /** Lets 60 days pass after a number of days, with the jobs on each of them, or on each third in the short form. */
    async function passDays(after: number): Promise<void> {
      for (let day = after + stride; day <= after + 60; day += stride) {
        await setClubTime('UTC', new Date(Date.now() + day * 86_400_000).toISOString())
        for (const job of [...Object.values(salesJobs), extendMakeUpTerms]) await job()
        await renewExpiredHold()
      }
    }

    test('still has books that show 320 and 320', async () => {
      useSandbox()
      await passDays(0)
      expect(await readBalance(admin)).toMatchObject({
        totalPaymentCents: 32_000,
        totalRemainingCents: 32_000,
      })
      await expectNoBrokenInvariants()
    })

    test('without the guard, a member who pays at the desk, they do not', async () => {
      const people = db
        .selectFrom('users')
        .innerJoin('members', 'userId', 'users.id')
        .select(['id', 'name', 'email'])
      const read = async (email: string, role: Role): Promise<Person> => ({
        ...admin,
        ...(await people.where('email', '=', email).executeTakeFirstOrThrow()),
        email,
        role,
      })
      const [kofi, office] = [
        await read('kofi@palestra.example', 'member'),
        await read('admin@palestra.example', 'admin'),
      ]
      const { id } = (await listOffers(kofi)).find(({ title }) => title === '8 classes a month')!
      await sellOffer(office, kofi.id, id, {
        method: 'cash',
        discountCents: 5_900,
        discountReason: 'First month free',
      })
      await replaceOwnCard(kofi, { setupId: await typeCard(kofi) })
      await passDays(60)
      const { totalPaymentCents } = await readBalance(admin)
      expect(totalPaymentCents).toBe(32_000 + 2 * 5_900)
    })
  })
})
