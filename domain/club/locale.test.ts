import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { addSlot } from '#domain/trainers/own-slots.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay, formatMonth } from '#format/days.ts'
import { defaultLocale, setLocale } from '#format/locale.ts'
import { formatMoney } from '#format/money.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import type { ClubInput } from './club.input.ts'
import { clubFacts } from './club.server.ts'
import { isCurrencyFixed, readClubSettings, saveClubSettings } from './settings.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => void (admin = await createAdmin()))
afterEach(expectNoBrokenInvariants)
afterAll(() => setLocale(defaultLocale))

const save = async (changes: Partial<ClubInput>) =>
  saveClubSettings(admin, { ...(await readClubSettings(admin)), ...changes })
const wrong = async (changes: Partial<ClubInput>) => (await rejectionOf(save(changes))).errors

test('dates are written in the language of the club', async () => {
  await save({ language: 'de' })
  await clubFacts()
  const noon = '2026-11-20T12:00:00Z'
  expect(formatDate(noon, 'UTC')).toBe('20. Nov. 2026')
  expect([formatDay('2026-11-20'), formatMonth('2026-11')]).toEqual(['Fr., 20. Nov.', 'Nov. 2026'])
  expect(Object.keys((await wrong({ language: 'tlh' })) ?? {})).toEqual(['language'])
  await save({ language: 'en' })
  await clubFacts()
  expect(formatDate(noon, 'UTC')).toBe('20 Nov 2026')
})

test('all prices are in one currency, which stays once money was taken', async () => {
  const { person, slots } = await createTrainerWithSlots(1)
  const hold = await createHold('gold', slots[0]!.id)
  expect(Object.keys((await wrong({ currency: 'eur' })) ?? {})).toEqual(['currency'])
  await releaseHold(hold.buyer, hold.bookingId)
  await save({ currency: 'eur' })
  await clubFacts()
  expect(formatMoney(123_450)).toBe('€1,234.50')
  await addSlot(person, { name: 'Late', startHour: 20, price: '50' })
  const { rows } = await pool.query('select distinct currency from slots')
  expect(rows).toEqual([{ currency: 'eur' }])
  const { bookingId } = await createPaidBooking(useSandbox(), 'gold', slots[0]!.id)
  const paid = await pool.query('select currency from payments where booking_id = $1', [bookingId])
  expect(paid.rows).toEqual([{ currency: 'eur' }])
  expect(await isCurrencyFixed(admin)).toBe(true)
  expect((await wrong({ currency: 'usd' }))?.currency).toEqual([
    'The club has already taken money, so the currency can’t be changed.',
  ])
  await expect(pool.query(`update club set currency = 'usd'`)).rejects.toMatchObject({
    constraint: 'currency_fixed',
  })
})

test('a currency without cents is refused', async () => {
  for (const currency of ['jpy', 'kwd', 'xyz', ''])
    expect((await wrong({ currency }))?.currency?.[0], currency).toMatch('all of them have cents')
})

test('a share for all trainers counts for what is sold from then on', async () => {
  const shares = async () =>
    (
      await pool.query<{ share: number }>('select share_percent as share from payments order by received_at')
    ).rows.map(({ share }) => share)
  const before = await shares()
  await save({ trainerShare: 60 })
  await createPaidBooking(useSandbox())
  expect(await shares()).toEqual([...before, 60])
  expect(Object.keys((await wrong({ trainerShare: 101 })) ?? {})).toEqual(['trainerShare'])
})
