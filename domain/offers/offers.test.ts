import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createPaidBooking, useSandbox } from '#tests/factories.ts'
import type { OfferInput } from './offers.input.ts'
import { termLines } from './offers.rules.ts'
import {
  addOffer,
  findNewestVersion,
  getOfferForOffice,
  listOffers,
  replaceOffer,
  withdrawOffer,
} from './offers.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
})

const pack: OfferInput = {
  kind: 'pack',
  title: 'Ten classes',
  price: '120',
  classes: '10',
  validDays: '180',
  soldTo: 'everybody',
}
const titlesFor = async (actor: Parameters<typeof listOffers>[0]) =>
  (await listOffers(actor)).map(({ title }) => title)

describe('listOffers', () => {
  test('shows each person what they can buy, and nobody what only the desk sells', async () => {
    const { buyer } = await createPaidBooking(useSandbox())
    const newcomer = await createMember()
    for (const [title, soldTo] of [
      ['For all', 'everybody'],
      ['For members', 'members'],
      ['For newcomers', 'newcomers'],
      ['At the desk', 'desk'],
    ] as const)
      await addOffer(admin, { ...pack, title, soldTo })
    expect((await titlesFor(visitor)).toSorted()).toEqual(['For all', 'For newcomers'])
    expect((await titlesFor(newcomer)).toSorted()).toEqual(['For all', 'For newcomers'])
    expect((await titlesFor(buyer)).toSorted()).toEqual(['For all', 'For members'])
  })
})

describe('addOffer', () => {
  test('is the office’s alone, with the terms of its kind', async () => {
    const member = await createMember()
    expect(await rejectionOf(addOffer(member, pack))).toMatchObject({ code: 'forbidden' })
    const refused = async (input: Partial<OfferInput>) =>
      Object.keys((await rejectionOf(addOffer(admin, { ...pack, ...input }))).errors)
    expect(await refused({ classes: '' })).toEqual(['classes'])
    // a card would refuse less
    for (const price of ['0', '0.49']) expect(await refused({ price })).toEqual(['price'])
    expect(await refused({ kind: 'membership', periodMonths: '2', minMonths: '0', noticeDays: '0' })).toEqual(
      ['periodMonths'],
    )
    expect(await refused({ kind: 'class', classes: '2' })).toEqual(['classes'])
    expect(await refused({ kind: 'trial', classes: '6', price: '0' })).toEqual(['classes'])
  })

  test('fields of other kinds are ignored', async () => {
    const { id } = await addOffer(admin, { ...pack, kind: 'gift_card', title: 'Gift', periodMonths: '3' })
    const { offer } = await getOfferForOffice(admin, id)
    expect(offer).toMatchObject({ classes: null, validDays: 180, periodMonths: null, priceCents: 12_000 })
    expect(termLines(offer)).toHaveLength(5)
  })
})

describe('replaceOffer and withdrawOffer', () => {
  test('a new version takes the place of the old one, which keeps its terms', async () => {
    const first = await addOffer(admin, { ...pack, title: 'Twenty' })
    const second = await replaceOffer(admin, first.id, { ...pack, title: 'Twenty', price: '130' })
    const { versions } = await getOfferForOffice(admin, second.id)
    expect(
      versions.map(({ version, priceCents, withdrawnAt }) => [version, priceCents, withdrawnAt !== null]),
    ).toEqual([
      [2, 13_000, false],
      [1, 12_000, true],
    ])
    expect(await findNewestVersion(admin, first.id)).toBe(second.id)
    const same = await replaceOffer(admin, second.id, { ...pack, title: 'Twenty', price: '130' })
    expect(same.id).toBe(second.id)
  })

  test('only one of two replacements at once succeeds, and a withdrawn offer cannot be replaced', async () => {
    const { id } = await addOffer(admin, { ...pack, title: 'Contested' })
    const tries = await Promise.allSettled(
      ['130', '140'].map((price) => replaceOffer(admin, id, { ...pack, title: 'Contested', price })),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await rejectionOf(withdrawOffer(admin, id))).toMatchObject({ code: 'conflict' })
  })

  test('the database refuses any change of an offer', async () => {
    const { id } = await addOffer(admin, { ...pack, title: 'Kept' })
    const change = db.updateTable('offers').set({ priceCents: 1 }).where('id', '=', id).execute()
    await expect(change).rejects.toThrow('an offer never changes')
    await expect(db.deleteFrom('offers').where('id', '=', id).execute()).rejects.toThrow()
    await withdrawOffer(admin, id)
    const again = db.updateTable('offers').set({ withdrawnAt: null }).where('id', '=', id).execute()
    await expect(again).rejects.toThrow('an offer never changes')
  })
})
