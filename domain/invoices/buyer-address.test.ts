import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { readPostalAddress, savePostalAddress } from '#domain/members/postal-address.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMember, createSlot } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { listInvoicesOf } from './invoices.server.ts'

useDatabase()

test('an invoice has the buyer’s postal address of its moment, which a later one does not change', async () => {
  const buyer = await createMember()
  expect(await readPostalAddress(buyer)).toBe('')
  await savePostalAddress(buyer, { postalAddress: ' Mill Works Ltd\r\n2 Weir Road ' })
  expect(await readPostalAddress(buyer)).toBe('Mill Works Ltd\n2 Weir Road')
  const bookingId = await createBooking(await createSlot(), buyer, 'paid')
  await savePostalAddress(buyer, { postalAddress: '3 Hill Street' })
  const { id: paymentId } = await db
    .selectFrom('payments')
    .where('bookingId', '=', bookingId)
    .select('id')
    .executeTakeFirstOrThrow()
  const request = { paymentId, amountCents: 1000, reason: 'Ill', requestKey: paymentId }
  await executeRefund((await refundPayment(await createAdmin(), request)).refundId)
  await savePostalAddress(buyer, { postalAddress: '' })
  const later = await createBooking(await createSlot(), buyer, 'paid')
  const addresses = async (id: string) =>
    (await listInvoicesOf(buyer, id)).map(({ buyerAddress }) => buyerAddress)
  expect(await addresses(bookingId)).toEqual(['Mill Works Ltd\n2 Weir Road', '3 Hill Street'])
  expect(await addresses(later)).toEqual([''])
  const [letter] = await db
    .selectFrom('letters')
    .where('letter', '=', 'payment-refunded')
    .select('text')
    .execute()
  const [, credit] = await listInvoicesOf(buyer, bookingId)
  expect(letter?.text).toContain(`Receipt: ${credit!.number}`)
  await expectNoBrokenInvariants()
})

test('a postal address is of some lines, and one’s own', async () => {
  const buyer = await createMember()
  const long = { postalAddress: 'x'.repeat(301) }
  expect((await rejectionOf(savePostalAddress(buyer, long))).errors).toHaveProperty('postalAddress')
  expect((await rejectionOf(savePostalAddress({ kind: 'visitor' }, long))).code).toBe('unauthenticated')
})
