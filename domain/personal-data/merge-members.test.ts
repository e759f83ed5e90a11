import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdForMember } from '#domain/bookings/office-hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { addMember } from '#domain/members/add-member.server.ts'
import { createClaimCode } from '#domain/members/claims.server.ts'
import { addMemberNote, listMemberNotes } from '#domain/members/notes.server.ts'
import { getClubPerson } from '#domain/overview/person.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { claimIntoAccount, mergeMembers, previewMerge } from './merge-members.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})

/** A record of the office with a month paid at the desk. */
async function createDeskRecord(name = 'Anneliese Krämer') {
  const { id } = await addMember(admin, { name, telephone: '+49 170 1234567', birthDate: '1961-03-12' })
  const { slots } = await createTrainerWithSlots(3)
  const { bookingId } = await holdForMember(admin, id, { slotId: slots[2]!.id, expectedPriceCents: 5000 })
  await takePayment(admin, bookingId, { plan: 'gold', method: 'cash' })
  await addMemberNote(admin, id, { words: 'Has key 14.' })
  return { id, bookingId, slots }
}

describe('mergeMembers', () => {
  test('both records’ hours, payments, invoices, notes and posts are one person’s, and the books are true', async () => {
    const { buyer, bookingId: ownBooking } = await createPaidBooking(sandbox)
    const image = await insertPicture(buyer.id)
    await db.insertInto('posts').values({ authorId: buyer.id, caption: 'Hello', imageId: image }).execute()
    const desk = await createDeskRecord()
    const before = await db.selectFrom('invoices').selectAll().orderBy('number').execute()
    expect(await previewMerge(admin, buyer.id, desk.id)).toMatchObject({
      kept: { hasSignIn: true, payments: 1 },
      other: { hasSignIn: false, payments: 1 },
      refusal: null,
    })

    await mergeMembers(admin, buyer.id, desk.id)

    const { person, hours, payments } = await getClubPerson(admin, buyer.id)
    expect(person).toMatchObject({
      email: buyer.email,
      telephone: '+49 170 1234567',
      birthDate: '1961-03-12',
    })
    expect(hours.items.map(({ bookingId }) => bookingId).toSorted()).toEqual(
      [ownBooking, desk.bookingId].toSorted(),
    )
    expect(payments.total).toBe(2)
    expect(await listInvoicesOf(buyer, desk.bookingId)).toHaveLength(1)
    expect(await listMemberNotes(admin, buyer.id)).toMatchObject([{ words: 'Has key 14.' }])
    expect(await db.selectFrom('posts').where('authorId', '=', buyer.id).select('id').execute()).toHaveLength(
      1,
    )
    expect(await db.selectFrom('invoices').selectAll().orderBy('number').execute()).toEqual(before)
    expect(await rejectionOf(getClubPerson(admin, desk.id))).toMatchObject({ code: 'not-found' })
    await expectNoBrokenInvariants()
  })

  test('the sign-in moves along when the office’s record is kept', async () => {
    const member = await createMember({ name: 'Wilhelm Dünnebier' })
    const desk = await createDeskRecord('Wilhelm Dünnebier')
    await mergeMembers(admin, desk.id, member.id)
    expect((await getClubPerson(admin, desk.id)).person).toMatchObject({
      email: member.email,
      emailVerified: true,
    })
    await expectNoBrokenInvariants()
  })

  test('the newest answers about health stay, and a child has its guardian once', async () => {
    const member = await createMember({ name: 'Anneliese Krämer' })
    const { id: desk } = await addMember(admin, { name: 'Anneliese Krämer' })
    const { id: child } = await addMember(admin, { name: 'Emil Krämer' })
    await sql`insert into waivers (version, words, questions, written_by) values (1, 'Words', 'Asthma?', ${admin.id})`.execute(
      db,
    )
    await sql`insert into health_answers (member_id, waiver_version, answers, details, consent, answered_at) values
      (${member.id}, 1, '{true}', 'of last year', 'I agree', club_now() - interval '200 days'),
      (${desk}, 1, '{true}', 'of today', 'I agree', club_now())`.execute(db)
    await sql`insert into guardians (member_id, guardian_id) values (${child}, ${member.id}), (${child}, ${desk})`.execute(
      db,
    )
    await mergeMembers(admin, member.id, desk)
    expect(await db.selectFrom('healthAnswers').select(['memberId', 'details']).execute()).toEqual([
      { memberId: member.id, details: 'of today' },
    ])
    expect(await db.selectFrom('guardians').select(['memberId', 'guardianId']).execute()).toEqual([
      { memberId: child, guardianId: member.id },
    ])
    await expectNoBrokenInvariants()
  })

  test('two sign-ins, a role, hours at one time and one record are refused, and nothing is changed', async () => {
    const [one, other] = [await createMember(), await createMember()]
    const { person: trainer } = await createTrainerWithSlots()
    const desk = await createDeskRecord()
    const { id } = await addMember(admin, { name: 'Anneliese K.' })
    const { slots } = await createTrainerWithSlots(3)
    const held = await holdForMember(admin, id, { slotId: slots[2]!.id, expectedPriceCents: 5000 })
    await takePayment(admin, held.bookingId, { plan: 'gold', method: 'cash' })
    for (const [kept, moved] of [
      [one.id, other.id],
      [desk.id, trainer.id],
      [desk.id, id],
      [desk.id, desk.id],
    ] as const) {
      expect(await rejectionOf(mergeMembers(admin, kept, moved))).toMatchObject({ code: 'conflict' })
      expect((await previewMerge(admin, kept, moved)).refusal).not.toBeNull()
    }
    expect((await getClubPerson(admin, id)).hours.total).toBe(1)
    const merging = mergeMembers(one, one.id, desk.id)
    expect(await rejectionOf(merging)).toMatchObject({ code: 'forbidden' })
    await expectNoBrokenInvariants()
  })
})

describe('claimIntoAccount', () => {
  test('a person who signed in, with Google or a password, adds the office’s record to their account', async () => {
    const desk = await createDeskRecord()
    const member = await createMember()
    const key = (await createClaimCode(admin, desk.id)).path.split('=')[1]!
    await claimIntoAccount(member, key)
    expect((await getClubPerson(admin, member.id)).hours.items).toMatchObject([{ bookingId: desk.bookingId }])
    expect(await rejectionOf(claimIntoAccount(member, key))).toMatchObject({ code: 'conflict' })
    await expectNoBrokenInvariants()
  })
})
