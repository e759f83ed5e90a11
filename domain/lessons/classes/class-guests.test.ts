import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { bookClass } from './class-booking.server.ts'
import { addGuest, findGuest } from './class-guests.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
})

const participantsOf = (lessonId: string, { id }: Person) =>
  db
    .selectFrom('participants')
    .where('lessonId', '=', lessonId)
    .where('memberId', '=', id)
    .select(['state', 'allowanceId', 'invitedBy'])
    .execute()

/** Finds a person and gives them the place that was offered, as staff do. */
async function give(staff: Person, lessonId: string, who: string) {
  const { memberId, payment } = await findGuest(staff, lessonId, who)
  const paidWith = payment?.orderId ?? null
  await addGuest(staff, lessonId, { memberId, paidWith })
  return paidWith
}

const usedOf = async (orderId: string) =>
  (await db.selectFrom('allowances').where('orderId', '=', orderId).select('used').executeTakeFirstOrThrow())
    .used

describe('addGuest', () => {
  test('a guest has a place that costs no class, once', async () => {
    const { lessonId, trainer } = await addClassDate(admin)
    const guest = await createMember({ name: 'Ágnes Single-Guest' })
    expect(await give(trainer.person, lessonId, ' agnes single-guest')).toBe(null)
    expect(await participantsOf(lessonId, guest)).toEqual([
      { state: 'booked', allowanceId: null, invitedBy: trainer.person.id },
    ])
    await expect(give(trainer.person, lessonId, guest.name)).rejects.toThrow('already has a place')
  })

  test('a member pays with the class that is named before, and may give it back as if they had booked', async () => {
    const { lessonId } = await addClassDate(admin)
    const { lessonId: booked } = await addClassDate(admin, { inDays: 4 })
    const member = await createMember({ name: 'Lucia In-Advance' })
    const [orderId] = await giveClasses([member], 2)
    expect(await findGuest(admin, lessonId, member.name)).toMatchObject({
      memberId: member.id,
      payment: { orderId, given: 2, left: 2 },
    })
    expect(await usedOf(orderId!)).toBe(0)
    expect(await give(admin, lessonId, member.name)).toBe(orderId)
    expect(await participantsOf(lessonId, member)).toEqual([
      { state: 'booked', allowanceId: orderId, invitedBy: null },
    ])
    expect(await usedOf(orderId!)).toBe(1)
    await bookClass(member, booked)
    const { rows } = await sql<{ ahead: string }>`
      select (starts_at - free_until)::text as ahead from participants join lessons on lessons.id = lesson_id
      where member_id = ${member.id} order by starts_at`.execute(db)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(rows[1])
  })

  test('a member without a class left is a guest', async () => {
    const { lessonId: first } = await addClassDate(admin)
    const { lessonId: second } = await addClassDate(admin, { inDays: 4 })
    const member = await createMember({ name: 'Used-Up Member' })
    const [orderId] = await giveClasses([member], 1)
    expect(await give(admin, first, member.name)).toBe(orderId)
    expect(await give(admin, second, member.name)).toBe(null)
    expect(await usedOf(orderId!)).toBe(1)
  })

  test('nothing is booked when another allowance would pay than the one that was seen', async () => {
    const { lessonId } = await addClassDate(admin)
    const member = await createMember({ name: 'Bought-Since Member' })
    const { memberId } = await findGuest(admin, lessonId, member.name)
    await giveClasses([member], 1)
    await expect(addGuest(admin, lessonId, { memberId, paidWith: null })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has changed'),
    })
    expect(await participantsOf(lessonId, member)).toEqual([])
  })

  test('a member who waits is let in with a class of theirs', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const [first, second] = [await createMember(), await createMember({ name: 'Second In-Line' })]
    await giveClasses([first, second], 5)
    await bookClass(first, lessonId)
    await bookClass(second, lessonId)
    await expect(findGuest(admin, lessonId, second.name)).rejects.toThrow('All places are taken.')
    // a place that no one was promoted to
    await db.updateTable('lessons').set({ capacity: 2 }).where('id', '=', lessonId).execute()
    expect(await give(admin, lessonId, second.name)).not.toBe(null)
    expect(await participantsOf(lessonId, second)).toMatchObject([{ state: 'booked', invitedBy: null }])
  })

  test('is refused for unknown people, to members and to other trainers', async () => {
    const { lessonId } = await addClassDate(admin)
    const other = await createTrainerWithSlots(1)
    const guest = { memberId: other.person.id, paidWith: null }
    await expect(findGuest(admin, lessonId, 'Nobody At All')).rejects.toMatchObject({ code: 'invalid' })
    for (const blank of [' ', '\u0000'])
      await expect(findGuest(admin, lessonId, blank)).rejects.toMatchObject({ code: 'invalid' })
    await expect(addGuest(admin, lessonId, { ...guest, memberId: 'x' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(findGuest(other.person, lessonId, other.person.id)).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(addGuest(other.person, lessonId, guest)).rejects.toMatchObject({ code: 'not-found' })
    const member = await createMember()
    await expect(findGuest(member, lessonId, 'x')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(addGuest(member, lessonId, guest)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
