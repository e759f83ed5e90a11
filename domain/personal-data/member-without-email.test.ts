import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdForMember } from '#domain/bookings/office-hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { callOffLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { addGuest, findGuest } from '#domain/lessons/classes/class-guests.server.ts'
import { listUninformed } from '#domain/mail/change-notices.server.ts'
import { addMember } from '#domain/members/add-member.server.ts'
import { changeDuty } from '#domain/members/change-duty.server.ts'
import { listClubPeople } from '#domain/overview/people.server.ts'
import { getClubPerson } from '#domain/overview/person.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { readParticipantList } from '#domain/visits/attendance.server.ts'
import { addClassDate } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { closeAccount } from './account-deletion.server.ts'
import { readExportContents } from './export-contents.server.ts'

useDatabase()

test('a member without an email has a whole month: hour, class, payment, refund, receipt on paper, copy and erasure', async () => {
  useSandbox()
  const admin = await createAdmin()
  const olga: Person = { ...(await createAdmin({ name: 'Olga Petrowa' })), role: 'member', duty: 'reception' }
  await db.updateTable('members').set({ role: 'member' }).where('userId', '=', olga.id).execute()
  await changeDuty(admin, olga.id, 'reception')

  // reception adds the walk-in, books the hour and takes the money
  const { id } = await addMember(olga, {
    name: 'Anneliese Krämer',
    telephone: '+49 170 1234567',
    note: 'Has key 14.',
  })
  const { slots } = await createTrainerWithSlots(1)
  const { bookingId } = await holdForMember(olga, id, { slotId: slots[0]!.id, expectedPriceCents: 5000 })
  const { paymentId } = await takePayment(olga, bookingId, { plan: 'gold', method: 'cash' })

  // the receipt is printed: it has the name and no address
  const [receipt] = await listInvoicesOf(olga, bookingId)
  expect(receipt).toMatchObject({ buyerName: 'Anneliese Krämer', buyerEmail: '' })
  expect(await db.selectFrom('letters').where('userId', '=', id).select('letter').execute()).toEqual([])

  // a place in a class
  const { lessonId } = await addClassDate(admin)
  const { payment } = await findGuest(olga, lessonId, 'Anneliese Krämer')
  await addGuest(olga, lessonId, { memberId: id, paidWith: payment!.orderId })
  expect((await readParticipantList(olga, lessonId)).participants).toMatchObject([
    { name: 'Anneliese Krämer' },
  ])

  // a change that no letter can tell is on the list of people to ring
  const lesson = await db
    .selectFrom('lessons')
    .where('bookingId', '=', bookingId)
    .orderBy('startsAt', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  const { notified } = await callOffLesson(admin, lesson.id)
  expect(notified).toMatchObject({ notMailed: ['Anneliese Krämer'] })
  expect((await listUninformed(olga)).items).toMatchObject([{ userId: id, telephone: '+49 170 1234567' }])

  // money goes back in cash
  const request = { paymentId: paymentId!, amountCents: 1000, reason: 'Ill', requestKey: randomUUID() }
  const { refundId } = await refundPayment(admin, request)
  await recordDeskRefund(olga, refundId, { method: 'cash' })
  await expectNoBrokenInvariants()

  // the office finds her by name, and her copy has everything
  expect((await listClubPeople(olga, { search: 'kramer' })).items).toMatchObject([{ id, email: null }])
  expect((await getClubPerson(olga, id)).person).toMatchObject({ email: null, waysToSignIn: [] })
  const copy = await readExportContents(id)
  expect(copy).toMatchObject({
    account: [{ name: 'Anneliese Krämer', email: null }],
    notes: [{ words: 'Has key 14.' }],
    payments: [{ id: paymentId }],
  })

  await closeAccount(admin, id, { when: 'now', reason: 'She moves away.' })
  const row = db.selectFrom('users').where('id', '=', id).select(['name', 'email', 'erasedAt'])
  expect(await row.executeTakeFirst()).toMatchObject({
    name: 'Former member',
    email: null,
    erasedAt: expect.any(Date),
  })
  expect(await readExportContents(id)).toMatchObject({ notes: [], letters: [] })
  await expectNoBrokenInvariants()
})
