import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { ledgerTable } from '#domain/ledger/ledger-export.server.ts'
import { listLedger } from '#domain/ledger/ledger.server.ts'
import { readStanding } from '#domain/ledger/payouts.server.ts'
import { readStatement, statementTable } from '#domain/ledger/statement.server.ts'
import { declareAbsence, endAbsence, listAbsences } from '#domain/lessons/absences/absences.server.ts'
import { callOffLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { grantMakeUp } from '#domain/months/granting-make-ups.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { readExportContents } from '#domain/personal-data/export-contents.server.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase, waitForLocks } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { payCovers } from './cover-payments.server.ts'
import { sendCoverRequests } from './cover-requests.server.ts'
import { takeCover } from './covers.server.ts'
import { listCoversToGive, listOpenCovers } from './open-covers.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let mira: TestTrainer
let theo: TestTrainer
let sold: Awaited<ReturnType<typeof createPaidBooking>>
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
// Mira gives Noor 06:00 on Mondays, Wednesdays and Fridays: 12 dates from 23 November on, for $70, all of it hers.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, trainers cascade',
  )
  await pool.query(`update members set role = 'member' where role = 'trainer'`)
  await moveTo('2026-11-20')
  mira = await createTrainerWithSlots(2)
  theo = await createTrainerWithSlots(2, { name: 'Theo Marchetti' })
  sold = await createPaidBooking(sandbox, 'gold', mira.slots[0]!.id)
  await setRule(null)
})
afterAll(() => setClubTime('UTC'))

const moveTo = (day: string, clock = '12:00') => setClubTime('Europe/Rome', `${day}T${clock}:00+01:00`)
const setRule = (percent: number | null) =>
  pool.query('insert into policies (cover_percent) values ($1)', [percent])
const lessonOn = async (day: string) => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from lessons where booking_id = $1 and on_date = $2 and state = 'planned'`,
    [sold.bookingId, day],
  )
  return rows[0]!.id
}
const away = (trainer: TestTrainer, fromDay: string, untilDay = fromDay) =>
  declareAbsence(trainer.person, { fromDay, untilDay })
const cover = async (day: string) => takeCover(theo.person, await lessonOn(day))
const partOf = async ({ trainerId }: TestTrainer) => (await readStanding(admin, trainerId)).partCents
const parts = () => Promise.all([partOf(mira), partOf(theo)])
const refund = async (amountCents: number) => {
  const reason = { reason: 'Moved away', requestKey: randomUUID() }
  const { refundId } = await refundPayment(admin, { paymentId: sold.paymentId, amountCents, ...reason })
  await executeRefund(refundId)
}
const textsTo = async ({ person }: TestTrainer, letter: string) => {
  const letters = db.selectFrom('letters').where('userId', '=', person.id).where('letter', '=', letter)
  return (await letters.select('text').execute()).map(({ text }) => text)
}

describe('a lesson that another trainer gives', () => {
  afterEach(expectNoBrokenInvariants)

  test('moves nothing until an admin sets a part, and then only when it is taken over afterwards', async () => {
    await away(mira, '2026-11-23', '2026-11-25')
    expect((await listCoversToGive(theo.person)).items[0]!.payCents).toBeNull()
    await cover('2026-11-23')
    expect((await textsTo(mira, 'cover-taken'))[0]).toContain('your pay stays the same')
    await setRule(100)
    await cover('2026-11-25')
    await moveTo('2026-11-26')
    await payCovers()
    expect(await parts()).toEqual([7000 - 583, 583])
  })

  test('shows what it pays before it is taken, and pays it once the hour has begun', async () => {
    await setRule(100)
    await away(mira, '2026-11-23')
    await sendCoverRequests({ absenceId: (await listAbsences(mira.person)).items[0]!.id })
    expect((await textsTo(theo, 'cover-requested'))[0]).toContain('06:00, pays $5.83')
    expect((await listCoversToGive(theo.person)).items[0]!.payCents).toBe(583)
    expect((await listOpenCovers(admin)).items[0]!.payCents).toBe(583)
    await cover('2026-11-23')
    expect((await textsTo(theo, 'cover-assigned'))[0]).toContain('It pays $5.83')
    expect((await textsTo(mira, 'cover-taken'))[0]).toContain('$5.83 of its share moves to Theo Marchetti')

    await moveTo('2026-11-23', '05:59')
    await payCovers()
    expect(await parts()).toEqual([7000, 0])
    await moveTo('2026-11-23', '06:00')
    await payCovers()
    await payCovers()
    expect(await parts()).toEqual([6417, 583])
  })

  test('stands on both statements and in the ledger, and does not change the balance', async () => {
    const before = await readBalance(admin)
    await setRule(100)
    await away(mira, '2026-11-23')
    await cover('2026-11-23')
    await moveTo('2026-11-23')
    await payCovers()
    const [hers, his] = [
      await readStatement(mira.person, mira.trainerId, null),
      await readStatement(theo.person, theo.trainerId, null),
    ]
    const lesson = { day: '2026-11-23', startHour: 6 }
    expect(hers).toMatchObject({ endCents: 6417, payableCents: 6417 })
    expect(hers.lines.at(-1)).toMatchObject({
      kind: 'cover',
      partCents: -583,
      buyerName: sold.buyer.name,
      cover: { ...lesson, otherTrainer: 'Theo Marchetti' },
    })
    expect(his.lines).toMatchObject([
      { kind: 'cover', partCents: 583, cover: { ...lesson, otherTrainer: 'Mira Okafor' } },
    ])
    const statement = csvFile(await statementTable(theo.person, theo.trainerId, null), 'program')
    expect(await new Response(statement).text()).toContain('"Mira Okafor, 2026-11-23 06:00"')

    expect(await readBalance(admin)).toEqual(before)
    const { items, total } = await listLedger(admin)
    expect(total).toBe(3)
    expect(
      items.map(({ kind, trainerName, cents, balanceCents }) => [kind, trainerName, cents, balanceCents]),
    ).toEqual([
      ['cover', 'Theo Marchetti', 583, 7000],
      ['cover', 'Mira Okafor', -583, 6417],
      ['payment', 'Mira Okafor', 7000, 7000],
    ])
    const csv = await new Response(csvFile(await ledgerTable(admin), 'program')).text()
    expect(csv.match(/,cover,.*/g)?.map((line) => line.split(',').slice(-6, -4))).toEqual([
      ['-5.83', '64.17'],
      ['5.83', '70.00'],
    ])
    const data = await readExportContents(theo.person.id)
    expect(data.covers).toMatchObject([{ startHour: 6, amountCents: 583 }])
    expect((await readExportContents(mira.person.id)).covers).toMatchObject([{ amountCents: -583 }])
  })

  test('stays paid when its month is refunded afterwards: the trainer of the month bears the refund', async () => {
    await setRule(100)
    await away(mira, '2026-11-23', '2026-11-25')
    await cover('2026-11-23')
    await cover('2026-11-25')
    await refund(3500)
    await moveTo('2026-11-23')
    await payCovers()
    expect(await parts()).toEqual([3500 - 583, 583])
    await refund(3500)
    // the hour of the 25th was called off with its month
    await moveTo('2026-11-26')
    await payCovers()
    expect(await parts()).toEqual([-583, 583])
    expect(await readStanding(admin, mira.trainerId)).toMatchObject({ owedCents: 0, overpaidCents: 583 })
    expect(await readStanding(admin, theo.trainerId)).toMatchObject({ owedCents: 583 })
  })

  test('moves parts that are rounded down, so that a month never moves more than its share', async () => {
    await setRule(100)
    await away(mira, '2026-11-21', '2026-12-20')
    const { items } = await listCoversToGive(theo.person, { limit: 100 })
    for (const { lessonId } of items) await takeCover(theo.person, lessonId)
    expect(items).toHaveLength(12)
    // an hour that the office added, with another trainer as well
    await grantMakeUp(admin, sold.bookingId, { reason: 'Cold shower', requestKey: randomUUID() })
    const [makeUp] = await listMakeUps(sold.buyer)
    const { hours } = await listDatesForMakeUp(sold.buyer, makeUp!.id)
    await redeemMakeUp(sold.buyer, makeUp!.id, hours[0]!)
    await moveTo('2026-12-18', '05:00')
    await payCovers()
    expect(await parts()).toEqual([7000 - 12 * 583, 12 * 583])
    await moveTo('2026-12-18')
    await payCovers()
    expect(await parts()).toEqual([0, 7000])
  })

  test('moves the club’s percentage of the trainer’s own share', async () => {
    await setRule(50)
    await pool.query(
      'insert into shares (trainer_id, counts_from, percent, set_by) values ($1, $2, 70, $3)',
      [mira.trainerId, '2026-11-20', admin.id],
    )
    sold = await createPaidBooking(sandbox, 'gold', mira.slots[1]!.id)
    await away(mira, '2026-11-23')
    await cover('2026-11-23')
    await moveTo('2026-11-23')
    await payCovers()
    // half of 70 % of $70 for 12 dates
    expect(await parts()).toEqual([7000 + 4900 - 204, 204])
  })

  test('moves nothing of a month that cost nothing', async () => {
    await setRule(100)
    const { bookingId } = await createHold('gold', mira.slots[1]!.id)
    const free = { plan: 'gold', method: 'cash', discountCents: 7000, discountReason: 'Free trial' } as const
    await takePayment(admin, bookingId, free)
    sold = { ...sold, bookingId }
    await away(mira, '2026-11-23')
    const { items } = await listCoversToGive(theo.person)
    expect(items.map(({ startHour, payCents }) => [startHour, payCents])).toEqual([
      [6, 583],
      [7, null],
    ])
    await cover('2026-11-23')
    await moveTo('2026-11-23')
    await payCovers()
    expect(await parts()).toEqual([7000, 0])
    // and the job does not read the lesson again
    const waiting = db.selectFrom('lessons').where('coverPolicyVersion', 'is not', null).select('id')
    expect(await waiting.execute()).toEqual([])
  })

  test('moves nothing when its own trainer is back and gives it', async () => {
    await setRule(100)
    await away(mira, '2026-11-23')
    await cover('2026-11-23')
    await away(theo, '2026-11-23')
    await endAbsence(mira.person, (await listAbsences(mira.person)).items[0]!.id)
    const { items } = await listCoversToGive(mira.person)
    expect(items.map(({ payCents }) => payCents)).toEqual([null])
    await takeCover(mira.person, items[0]!.lessonId)
    await moveTo('2026-11-23')
    await payCovers()
    expect(await parts()).toEqual([7000, 0])
  })

  test('is paid too when it is a make-up that its member chose with another trainer', async () => {
    await setRule(100)
    await callOffLesson(mira.person, await lessonOn('2026-11-23'))
    await away(mira, '2026-11-21', '2026-12-20')
    const [makeUp] = await listMakeUps(sold.buyer)
    const { hours } = await listDatesForMakeUp(sold.buyer, makeUp!.id)
    const { day, startHour, trainerId } = hours[0]!
    await redeemMakeUp(sold.buyer, makeUp!.id, { day, startHour, trainerId })
    await moveTo('2026-11-23')
    await payCovers()
    expect([day, trainerId]).toEqual(['2026-11-23', theo.trainerId])
    expect(await parts()).toEqual([6417, 583])
  })

  test('is paid once and never changed: the database refuses both', async () => {
    await setRule(100)
    await away(mira, '2026-11-23', '2026-11-25')
    await cover('2026-11-23')
    await cover('2026-11-25')
    const insert = (day: string) => async () =>
      db
        .insertInto('coverPayments')
        .values({ lessonId: await lessonOn(day) })
        .execute()
    await moveTo('2026-11-23')
    await expect(insert('2026-11-25')()).rejects.toMatchObject({ constraint: 'cover_was_given' })
    await payCovers()
    await expect(insert('2026-11-23')()).rejects.toMatchObject({ constraint: 'cover_was_given' })
    await expect(pool.query('update cover_payments set amount_cents = 1')).rejects.toMatchObject({
      constraint: 'cover_payment_frozen',
    })
    await expect(pool.query('delete from cover_payments')).rejects.toMatchObject({
      constraint: 'cover_payment_frozen',
    })
  })
})

/** Two workers without the job's lock on the lesson pay it concurrently: both read it as unpaid before either writes. */
async function payTwiceAtOnce(): Promise<number> {
  await setRule(100)
  await away(mira, '2026-11-23')
  await cover('2026-11-23')
  const lessonId = await lessonOn('2026-11-23')
  await moveTo('2026-11-23')
  const line = await pool.connect()
  await line.query('begin')
  await line.query('select from payments for update')
  const pay = () => db.insertInto('coverPayments').values({ lessonId }).execute()
  const runs = Promise.allSettled([pay(), pay()])
  await waitForLocks(2)
  await line.query('commit')
  line.release()
  await runs
  return partOf(theo)
}

describe('paying one cover twice at once', () => {
  test('pays it once: a second job skips the lesson', async () => {
    await setRule(100)
    await away(mira, '2026-11-23')
    await cover('2026-11-23')
    await moveTo('2026-11-23')
    await Promise.all([payCovers(), payCovers()])
    expect(await parts()).toEqual([6417, 583])
    await expectNoBrokenInvariants()
  })

  test('pays it once even without the job’s lock', async () => {
    expect(await payTwiceAtOnce()).toBe(583)
  })

  test('pays it twice without the primary key, which an invariant reports', async () => {
    await pool.query('alter table cover_payments drop constraint cover_payments_pkey')
    expect(await payTwiceAtOnce()).toBe(1166)
    const found = (await findBrokenInvariants()).map(({ invariant }) => invariant)
    expect(found).toContain('a lesson pays its cover once')
  })
})
