import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { savePayment } from '#domain/checkout/intents.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { approveApplication } from '#domain/trainers/approval.server.ts'
import { changeSlotPrice, listSlotPrices } from '#domain/trainers/slot-prices.server.ts'
import { localeSettings, setLocale } from '#format/locale.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createHoldWithIntent,
  createMember,
  createPaidBooking,
  createSlot,
  createTrainerWithSlots,
  goodCard,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { defaultPlans } from '#tests/plan-prices.ts'
import { planNames } from './plans.rules.ts'
import {
  countPricesBelowLeastCharge,
  readPriceSettings,
  readPriceSettingsToChange,
  readSlotPriceCents,
  savePriceSettings,
} from './price-settings.server.ts'

useDatabase()
let admin: Person
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})

const defaults = {
  slotPrice: 50,
  silverSurcharge: 0,
  silverClasses: 5,
  goldSurcharge: 20,
  goldClasses: 3,
  diamondSurcharge: 50,
  diamondClasses: 6,
}

describe('savePriceSettings', () => {
  test('a new club has the prices of the specification, and every plan that bookings know', async () => {
    expect(await readPriceSettings()).toEqual({ slotPriceCents: 5000, plans: defaultPlans })
    expect(defaultPlans.map(({ name }) => name)).toEqual(planNames)
  })

  test('only admins set prices, within bounds, and not over a version they did not see', async () => {
    const member = await createMember()
    expect(await rejectionOf(savePriceSettings(member, defaults))).toMatchObject({ code: 'forbidden' })
    const wrong = { ...defaults, goldSurcharge: '-1', silverClasses: 'many', slotPrice: '0' }
    expect(await rejectionOf(savePriceSettings(admin, wrong))).toMatchObject({ code: 'invalid' })
    const { version } = await readPriceSettingsToChange(admin)
    await savePriceSettings(admin, { ...defaults, slotPrice: 51 }, version)
    expect(await rejectionOf(savePriceSettings(admin, defaults, version))).toMatchObject({ code: 'conflict' })
    await savePriceSettings(admin, defaults)
  })

  test('a plan that becomes dearer stays as it was for whoever holds or bought it', async () => {
    const { buyer, bookingId, intentId, clientSecret } = await createHoldWithIntent('gold')
    const paid = await createPaidBooking(sandbox, 'gold')
    await savePriceSettings(admin, { ...defaults, goldSurcharge: '25', goldClasses: 4 })
    expect(await getBooking(paid.buyer, paid.bookingId)).toMatchObject({ classes: 3, amountCents: 7000 })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await savePayment(buyer, { intentId })
    expect(await getBooking(buyer, bookingId)).toMatchObject({
      state: 'paid',
      classes: 3,
      amountCents: 7000,
      plans: [defaultPlans[0], { name: 'gold', surchargeCents: 2500, classes: 4 }, defaultPlans[2]],
    })
    const invoices = await db.selectFrom('invoices').select(['surchargeCents', 'classes']).execute()
    expect(invoices).toEqual(invoices.map(() => ({ surchargeCents: 2000, classes: 3 })))
    await savePriceSettings(admin, defaults)
    await expectNoBrokenInvariants()
  })

  test('choosing the same plan again asks for the new price, and the old one is refused', async () => {
    const { buyer, bookingId } = await createHold('gold')
    await savePriceSettings(admin, { ...defaults, goldSurcharge: '25' })
    const old = choosePlan(buyer, bookingId, { plan: 'gold', expectedPriceCents: 7000 })
    expect(await rejectionOf(old)).toMatchObject({ code: 'conflict' })
    const chosen = await choosePlan(buyer, bookingId, { plan: 'gold', expectedPriceCents: 7500 })
    expect(chosen.amountCents).toBe(7500)
    await savePriceSettings(admin, defaults)
    await expectNoBrokenInvariants()
  })
})

describe('approveApplication with a price', () => {
  const application = { name: 'Mira', yearsOfExperience: 3, hoursADay: 2, weekdays: ['Monday'] }
  const pricesOf = async (trainerId: string) =>
    (await listSlotPrices(admin, trainerId)).slots.map(({ priceCents }) => priceCents)

  test('gives the new hours that price, or the club’s', async () => {
    const [first, second] = [await createMember(), await createMember()]
    await applyToBeTrainer(first, application)
    await applyToBeTrainer(second, application)
    const dear = await approveApplication(admin, first.email, { price: '65' })
    expect(await pricesOf(dear.trainerId)).toEqual([6500, 6500])
    await savePriceSettings(admin, { ...defaults, slotPrice: '55' })
    const usual = await approveApplication(admin, second.email)
    expect(await pricesOf(usual.trainerId)).toEqual([5500, 5500])
    expect(await readSlotPriceCents()).toBe(5500)
    await savePriceSettings(admin, defaults)
  })
})

describe('changeSlotPrice', () => {
  test('an admin changes the price of a free hour, and its trainer reads of it', async () => {
    const { person, trainerId, slots } = await createTrainerWithSlots(1)
    const slotId = slots[0]!.id
    expect(await rejectionOf(changeSlotPrice(person, slotId, { price: 60 }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await rejectionOf(changeSlotPrice(admin, slotId, { price: '0' }))).toMatchObject({
      code: 'invalid',
    })
    await changeSlotPrice(admin, slotId, { price: '60' })
    expect((await listSlotPrices(admin, trainerId)).slots).toMatchObject([{ priceCents: 6000, isFree: true }])
    const activities = db.selectFrom('activities').where('userId', '=', person.id).select('detail')
    expect(await activities.execute()).toEqual([{ detail: '06:00 to 07:00: $50 before, $60 now.' }])
  })

  test('the price of a held hour stays', async () => {
    const slotId = await createSlot()
    await createHold('silver', slotId)
    expect(await rejectionOf(changeSlotPrice(admin, slotId, { price: '60' }))).toMatchObject({
      code: 'conflict',
    })
  })
})

test('prices are counted that no card can pay in a new currency', async () => {
  const slots = await db.selectFrom('slots').where('removedAt', 'is', null).select('id').execute()
  const before = localeSettings()
  expect(await countPricesBelowLeastCharge()).toBe(0)
  try {
    setLocale({ ...before, currency: 'idr' })
    // the price of a new slot as well
    expect(await countPricesBelowLeastCharge()).toBe(slots.length + 1)
  } finally {
    setLocale(before)
  }
})
