import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { listSlotsForMember } from '#domain/bookings/office-hold.server.ts'
import { joinIdentities } from '#domain/members/join-club.server.ts'
import { changeContactDetails } from '#domain/members/profile.server.ts'
import { cancelMembership } from '#domain/memberships/memberships.server.ts'
import { listAudiences } from '#domain/newsletter/audience.server.ts'
import { listSubscribers } from '#domain/newsletter/subscribers.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import { findTrainers } from '#domain/trainers/trainers.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  changeOrders,
  createAdmin,
  createBooking,
  createMember,
  createTrainerWithSlots,
} from '#tests/factories.ts'
import { createMembership } from '#tests/membership-fixtures.ts'
import { countClubPeople, listClubPeople, listIdentities, listTags, peoplePageSize } from './people.server.ts'
import { getClubPerson } from './person.server.ts'

useDatabase()

describe('listClubPeople', () => {
  test('are found by a part of name or address, by role and by whether they have an hour', async () => {
    const admin = await createAdmin()
    const name = `Zenobia ${randomUUID()}`
    const member = await createMember({ name })
    const { person: trainer } = await createTrainerWithSlots(1)
    const found = async (asked: Parameters<typeof listClubPeople>[1]) =>
      (await listClubPeople(admin, asked)).items.map(({ id }) => id)
    expect(await found({ search: name.slice(3, 20).toUpperCase() })).toEqual([member.id])
    expect(await found({ search: member.email })).toEqual([member.id])
    expect(await found({ role: 'trainer' })).toContain(trainer.id)
    expect(await found({ role: 'trainer' })).not.toContain(member.id)
    expect(await found({ search: name, shown: 'without an hour' })).toEqual([member.id])
    expect(await found({ search: name, shown: 'with an hour' })).toEqual([])
    expect(await found({ search: name, shown: 'ends in 7 days' })).toEqual([])
    const { slots } = await createTrainerWithSlots(1)
    const bookingId = await createBooking(slots[0]!.id, member, 'paid')
    expect(await found({ search: name, shown: 'without an hour' })).toEqual([])
    expect(await found({ role: 'member', shown: 'with an hour' })).toEqual([member.id])
    expect(await found({ search: name, shown: 'ends in 7 days' })).toEqual([])
    for (const [days, who] of [
      [8, []],
      [6, [member.id]],
    ] as const) {
      const paidUntil = sql<Date>`club_now() + make_interval(days => ${days})`
      await db.updateTable('bookings').set({ paidUntil }).where('id', '=', bookingId).execute()
      expect(await found({ shown: 'ends in 7 days' })).toEqual(who)
    }
    await changeOrders([bookingId], { state: 'ended' })
    expect(await found({ role: 'member', shown: 'with an hour' })).toEqual([])
    expect(await found({ search: name, shown: 'without an hour' })).toEqual([member.id])
  })

  test('come by the end of their hour if they have one, and are counted for each view', async () => {
    const admin = await createAdmin()
    const before = await countClubPeople(admin)
    const { slots } = await createTrainerWithSlots(4)
    const ends: string[] = []
    for (const [index, days] of [20, 3, 9].entries()) {
      const member = await createMember()
      const bookingId = await createBooking(slots[index]!.id, member, 'paid')
      const paidUntil = sql<Date>`club_now() + make_interval(days => ${days})`
      await db.updateTable('bookings').set({ paidUntil }).where('id', '=', bookingId).execute()
      ends[days] = member.id
    }
    await holdSlot(await createMember(), { slotId: slots[3]!.id })
    const found = async (after: string | null) =>
      (await listClubPeople(admin, { shown: 'with an hour', after })).items.map(({ id }) => id)
    expect(await found(null)).toEqual([ends[3], ends[9], ends[20]])
    expect(await found(ends[3]!)).toEqual([ends[9], ends[20]])
    expect(await countClubPeople(admin)).toEqual({
      'with an hour': 3,
      'ends in 7 days': 1,
      'hour held': before['hour held'] + 1,
      'without an hour': before['without an hour'] + 2,
      everyone: before.everyone + 5,
    })
  })

  test('come each once, stretch after stretch, however many joined at the same moment', async () => {
    const admin = await createAdmin()
    const name = `Crowd ${randomUUID()}`
    const createdAt = new Date('2026-01-01T00:00:00Z')
    const users = Array.from({ length: peoplePageSize * 2 + 3 }, () => ({
      id: randomUUID(),
      name,
      email: `${randomUUID()}@club.example`,
      emailVerified: false,
    }))
    await db.insertInto('users').values(users).execute()
    await db
      .insertInto('members')
      .values(users.map(({ id }) => ({ userId: id, createdAt })))
      .execute()
    const seen: string[] = []
    let after: string | null = null
    do {
      const stretch = await listClubPeople(admin, { search: name, after })
      seen.push(...stretch.items.map(({ id }) => id))
      after = stretch.next
    } while (after)
    expect(seen).toHaveLength(users.length)
    expect(new Set(seen).size).toBe(users.length)
  })

  test('each have a page with their hours, letters and what they did', async () => {
    const admin = await createAdmin()
    const member = await createMember()
    const { slots } = await createTrainerWithSlots(1)
    await holdSlot(member, { slotId: slots[0]!.id, expectedPriceCents: 5000 })
    const { person, held } = await getClubPerson(admin, member.id)
    expect(person).toMatchObject({ id: member.id, email: member.email, role: 'member', waysToSignIn: [] })
    expect(held).toMatchObject([{ state: 'held', forDesk: false }])
    const second = await getClubPerson(admin, member.id, { acts: { limit: 1, offset: 1 } })
    expect(second.acts).toMatchObject({ items: [], total: 1 })
    const [listed] = (await listClubPeople(admin, { search: member.email })).items
    expect(listed).toMatchObject({ held: 1, hour: null, membership: null })
  })

  test('are listed with the membership that runs, and its end', async () => {
    const admin = await createAdmin()
    const member = await createMembership()
    const read = async () => (await listClubPeople(admin, { search: member.email })).items[0]?.membership
    const paidUntil = expect.any(Date) as Date
    expect(await read()).toEqual({ title: '8 classes a month', paidUntil, endsAt: null })
    const { endsAt } = await cancelMembership(member)
    expect(await read()).toMatchObject({ endsAt })
  })

  test('are seen by admins only', async () => {
    const member = await createMember()
    expect((await rejectionOf(listClubPeople(member))).code).toBe('forbidden')
    expect((await rejectionOf(getClubPerson(member, member.id))).code).toBe('forbidden')
    expect((await rejectionOf(getClubPerson(await createAdmin(), randomUUID()))).code).toBe('not-found')
  })
})

describe('stepDown', () => {
  test('lets a trainer step down, with a reason that both logs keep', async () => {
    const admin = await createAdmin()
    const { person, trainerId } = await createTrainerWithSlots(2)
    await stepDown(admin, person.id, { reason: 'Moved to Lisbon' })
    const { person: after, acts, done } = await getClubPerson(admin, person.id)
    expect(after.role).toBe('member')
    expect(acts.items[0]).toMatchObject({ summary: 'You are a member again', detail: 'Moved to Lisbon' })
    expect(done.items[0]).toMatchObject({ action: 'change role', actorName: admin.name })
    const trainer = await db
      .selectFrom('trainers')
      .select('retiredAt')
      .where('id', '=', trainerId)
      .executeTakeFirst()
    expect(trainer?.retiredAt).not.toBeNull()
  })

  test('changes nobody who is a member or an admin, and asks for a reason', async () => {
    const admin = await createAdmin()
    const { person } = await createTrainerWithSlots(1)
    for (const { id } of [await createMember(), await createAdmin()])
      expect((await rejectionOf(stepDown(admin, id, { reason: 'Why not' }))).code).toBe('conflict')
    expect((await rejectionOf(stepDown(admin, person.id, { reason: '' }))).code).toBe('invalid')
    expect((await rejectionOf(stepDown(await createMember(), person.id, { reason: 'No' }))).code).toBe(
      'forbidden',
    )
    expect((await rejectionOf(stepDown(admin, randomUUID(), { reason: 'Who' }))).code).toBe('not-found')
  })
})

describe('people search', () => {
  test.each([
    ['Élodie', 'Élodie'],
    ['ΝΙΚΟΣ', 'νίκος'],
    ['İbrahim', 'ibrahim'],
    ['ÅSA', 'asa'],
    ['Straße', 'strasse'],
    ['Weiss', 'WEIẞ'],
    ['Müller', 'MULLER'],
    ['Ægir', 'aegir'],
    ['Nguyễn', 'NGUYEN'],
    ['Đorđe', 'dorde'],
    ['Łukasz', 'lukasz'],
    ["O'Neil", 'o’neil'],
    ['D’Arcy', "d'arcy"],
    ['Lucia', 'Luci\u0301a'],
  ])(
    'finds %s for %s, with or without accents and with any apostrophe, wherever people are searched',
    async (first, typed) => {
      const mark = randomUUID()
      const [admin, name, words] = [await createAdmin(), `${first} ${mark}`, `${typed} ${mark}`]
      const { person, trainerId, slots } = await createTrainerWithSlots(2, { name })
      const [subscriber, buyer] = [{ name, email: `${randomUUID()}@club.example` }, await createMember()]
      await createBooking(slots[0]!.id, buyer, 'paid')
      await db.insertInto('subscribers').values(subscriber).execute()
      const [people, trainers, subscribers, hours, { audiences }] = await Promise.all([
        listClubPeople(admin, { search: words }),
        findTrainers(admin, { words }),
        listSubscribers(admin, { search: words }),
        listSlotsForMember(admin, buyer.id, words),
        listAudiences(admin, { search: words }),
      ])
      expect(people.items.map(({ id }) => id)).toEqual([person.id])
      expect(trainers).toEqual([{ id: trainerId, name }])
      expect(subscribers.items).toMatchObject([subscriber])
      expect(hours.hours.map(({ trainerName }) => trainerName)).toEqual([name])
      expect(audiences.map(({ trainer }) => trainer?.name)).toContain(name)
    },
  )

  test('are found by a tag of the office, which is changed with the language on their page', async () => {
    const [admin, member] = [await createAdmin(), await createMember()]
    const tag = `morning ${randomUUID().slice(0, 8)}`
    const details = { telephone: '', preferredName: '', language: 'de', tags: ` ${tag}, ${tag},` }
    await changeContactDetails(admin, member.id, details)
    await changeContactDetails(admin, member.id, { telephone: '+49 30 1', preferredName: '' })
    expect((await listClubPeople(admin, { tag })).items.map(({ id }) => id)).toEqual([member.id])
    expect((await listClubPeople(admin, { tag: 'evening' })).items).toEqual([])
    expect(await listTags(admin)).toContain(tag)
    expect((await getClubPerson(admin, member.id)).person).toMatchObject({ language: 'de', tags: [tag] })
  })

  test('an account that a program left without a member is visible, and a member within minutes', async () => {
    const admin = await createAdmin()
    const row = { name: 'Ghost', email: `${randomUUID()}@club.example`, emailVerified: false, image: null }
    const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
    await joinIdentities()
    expect(await listIdentities(admin)).toMatchObject([{ id, email: row.email }])
    await sql`update users set created_at = club_now() - interval '11 minutes' where id = ${id}`.execute(db)
    await joinIdentities()
    expect(await listIdentities(admin)).toEqual([])
    expect((await listClubPeople(admin, { search: row.email })).items).toMatchObject([{ id, role: 'member' }])
  })

  test('are nobody for what is no word, which nobody types', async () => {
    const admin = await createAdmin()
    expect(await findTrainers(admin, { words: 'no\0body' })).toEqual([])
    expect(await findTrainers(admin, { id: 'no\0body' })).toEqual([])
  })
})
