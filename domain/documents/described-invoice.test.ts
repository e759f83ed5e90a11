import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { sellOffer } from '#domain/sales/order-offer.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { describeInvoice } from './described-invoice.server.ts'

useDatabase()

test('the receipt of a member whose language is German is German, while the club and its office speak English', async () => {
  const admin = await createAdmin()
  await db
    .updateTable('club')
    .set({ otherLanguages: ['de'] })
    .execute()
  const pack = { kind: 'pack', title: 'Zehn', price: 120, classes: 10, validDays: 180 } as const
  const { id: offerId } = await addOffer(admin, { ...pack, soldTo: 'everybody' })
  const wordsFor = async (language: string) => {
    const member = await createMember()
    await db.updateTable('members').set({ language }).where('userId', '=', member.id).execute()
    const { orderId } = await sellOffer(admin, member.id, offerId, { method: 'cash' })
    const [invoice] = await listInvoicesOf(admin, orderId)
    const { title, facts, columns, sums, renewal, note } = describeInvoice(invoice!, 'UTC')
    return [title, ...facts.map(({ name }) => name), columns.what, sums, renewal, note].flat()
  }
  expect(await wordsFor('de')).toEqual([
    'Quittung',
    'An',
    'Bezahlt',
    'Für',
    { name: 'Bezahlt', amount: '120,00\u00a0$' },
    { name: 'Verlängerung', value: 'Nie von selbst' },
    'Es ist nichts mehr zu zahlen.',
  ])
  expect(await wordsFor('en')).toEqual([
    'Receipt',
    'To',
    'Paid',
    'For',
    { name: 'Paid', amount: '$120.00' },
    { name: 'Renews', value: 'Never by itself' },
    'Nothing is left to pay.',
  ])
})
