import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { moveMonth } from '#domain/months/moving.server.ts'
import { readMemberToday } from '#domain/overview/day-overview.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { requestAccountDeletion } from '#domain/personal-data/account-deletion.server.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
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
import { ledgerTable } from './ledger-export.server.ts'
import { listLedger } from './ledger.server.ts'
import { listOwedTrainers, readStanding, recordPayout } from './payouts.server.ts'
import { findShare, setShare } from './shares.server.ts'
import { readStatement, statementTable } from './statement.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Awaited<ReturnType<typeof createAdmin>>
let today: string
beforeEach(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
  const { rows } = await sql<{ today: string }>`
    select to_char(club_now() at time zone club_zone(), 'YYYY-MM-DD') as today`.execute(db)
  today = rows[0]!.today
})
afterEach(expectNoBrokenInvariants)

const payOut = (trainerId: string, amountCents: number) =>
  recordPayout(admin, { trainerId, amountCents, requestKey: randomUUID() })
const giveBack = (paymentId: string | null, amountCents: number) =>
  refundPayment(admin, { paymentId: paymentId!, amountCents, reason: 'Fell ill', requestKey: randomUUID() })

test('another share counts for what is sold from then on: the past, paid out or not, stays as it was', async () => {
  const { trainerId, slots, person } = await createTrainerWithSlots(3)
  await createPaidBooking(sandbox, 'gold', slots[0]!.id)
  await payOut(trainerId, 5000)
  const [standing, statement] = [
    await readStanding(admin, trainerId),
    await readStatement(person, trainerId, null),
  ]
  expect(standing).toMatchObject({ partCents: 7000, paidOutCents: 5000, owedCents: 2000 })

  await setShare(admin, person.id, { percent: '60', countsFrom: today })
  expect(await readStanding(admin, trainerId)).toEqual(standing)
  expect(await readStatement(person, trainerId, null)).toEqual(statement)

  await createPaidBooking(sandbox, 'gold', slots[1]!.id)
  // a share of the future is not valid yet
  await setShare(admin, person.id, { percent: 10, countsFrom: '2999-01-01' })
  await createPaidBooking(sandbox, 'silver', slots[2]!.id)
  expect(await readStanding(admin, trainerId)).toMatchObject({ soldCents: 19000, partCents: 14200 })
  const now = await readStatement(admin, trainerId, null)
  expect(now.lines.slice(0, 2)).toEqual(statement.lines)
  expect(now.lines.slice(2).map(({ sharePercent, partCents }) => [sharePercent, partCents])).toEqual([
    [60, 4200],
    [60, 3000],
  ])
  expect(await findShare(admin, person.id)).toMatchObject({
    percent: 60,
    set: [
      { percent: 10, countsFrom: '2999-01-01' },
      { percent: 60, countsFrom: today },
    ],
  })
  const keepsIt = db.updateTable('payments').set({ sharePercent: 1 })
  await expect(keepsIt.execute()).rejects.toMatchObject({ constraint: 'share_frozen' })
})

test('who was paid for an hour that was given back later is overpaid, and says so until it is earned', async () => {
  const { trainerId, slots, person } = await createTrainerWithSlots(2)
  await setShare(admin, person.id, { percent: 33, countsFrom: today })
  const { paymentId } = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
  await payOut(trainerId, 2310)
  await giveBack(paymentId, 101)
  await giveBack(paymentId, 1000)
  expect(await readStanding(admin, trainerId)).toMatchObject({
    paymentStatus: 'Overpaid',
    partCents: 1946,
    owedCents: 0,
    overpaidCents: 364,
  })
  const owed = await listOwedTrainers(admin)
  expect(owed.items.map((each) => each.trainerId)).not.toContain(trainerId)
  expect(owed.overpaidCents).toBeGreaterThanOrEqual(364)
  expect((await rejectionOf(payOut(trainerId, 1))).code).toBe('conflict')
  // a refund appears in the statement once the processor has made it
  const { lines, endCents } = await readStatement(person, trainerId, null)
  expect(lines.map(({ kind }) => kind)).toEqual(['sale', 'payout'])
  expect(endCents).toBe(0)
})

test('a statement is of one month: what went before is brought forward, and a refund stands where it was made', async () => {
  const { trainerId, slots, person } = await createTrainerWithSlots(1)
  const { paymentId } = await createPaidBooking(sandbox, 'silver', slots[0]!.id)
  const past = sql<Date>`club_now() - interval '2 months'`
  await db.updateTable('payments').set({ receivedAt: past }).where('id', '=', paymentId).execute()
  const { refundId } = await giveBack(paymentId, 2000)
  // a pending refund is not payable, as in the balance
  expect(await readStatement(person, trainerId, null)).toMatchObject({ endCents: 5000, payableCents: 3000 })
  expect((await listOwedTrainers(admin)).items.find((each) => each.trainerId === trainerId)?.owedCents).toBe(
    3000,
  )
  await executeRefund(refundId)

  const now = await readStatement(person, trainerId, '2999-01')
  expect(now).toMatchObject({ startCents: 5000, endCents: 3000, payableCents: 3000, after: null })
  expect(now.lines).toMatchObject([{ kind: 'refund', cents: -2000, partCents: -2000, note: 'Fell ill' }])
  const between = await readStatement(person, trainerId, now.before)
  expect(between).toMatchObject({ startCents: 5000, endCents: 5000, payableCents: null, after: now.month })
  expect(between.lines).toEqual([])
  expect(now.number).toBeNull()
  expect(between.number).toMatch(new RegExp(`^S\\d{4}-${between.month}$`))
  const first = await readStatement(person, trainerId, between.before)
  expect(first).toMatchObject({ startCents: 0, endCents: 5000, before: null })
  expect(first.lines).toMatchObject([{ kind: 'sale', partCents: 5000, buyerName: 'Ada Moss' }])

  const file = csvFile(await statementTable(admin, trainerId, null), 'program')
  const [, forward, line] = (await new Response(file).text()).split('\r\n')
  expect(forward).toMatch(/^,,brought forward,.*,50.00,,$/)
  expect(line).toMatch(/,refund,Ada Moss,Slot 1,silver,Fell ill,USD,-20.00,100,-20.00,30.00,/)
})

test('a sale goes by the name of the hour that was sold, also once its month is at another', async () => {
  const { trainerId, slots, person } = await createTrainerWithSlots(2)
  const { bookingId, paymentId } = await createPaidBooking(sandbox, 'silver', slots[0]!.id)
  await moveMonth(admin, bookingId, { slotId: slots[1]!.id, reason: 'Works late' })
  expect((await readStatement(person, trainerId, null)).lines).toMatchObject([{ slotName: 'Slot 1' }])
  expect((await listLedger(admin)).items.filter((line) => line.bookingId === bookingId)).toMatchObject([
    { slotName: 'Slot 1' },
  ])
  const csv = await new Response(csvFile(await ledgerTable(admin), 'program')).text()
  expect(csv).toMatch(new RegExp(`,payment,[^,]*,Slot 1,.*,${paymentId},`))
})

test('a share is set by admins, from today at the earliest; its trainer is told, the audit log keeps it, and others read nothing', async () => {
  const { trainerId, person } = await createTrainerWithSlots(1)
  const { person: other } = await createTrainerWithSlots(1)
  const input = { percent: 60, countsFrom: today }
  expect((await rejectionOf(setShare(person, person.id, input))).code).toBe('forbidden')
  expect((await rejectionOf(setShare(admin, randomUUID(), input))).code).toBe('not-found')
  for (const [wrong, field] of [
    [{ ...input, percent: 101 }, 'percent'],
    [{ ...input, percent: '' }, 'percent'],
    [{ ...input, countsFrom: '2020-01-01' }, 'countsFrom'],
    [{ ...input, countsFrom: 'soon' }, 'countsFrom'],
  ] as const)
    expect((await rejectionOf(setShare(admin, person.id, wrong))).errors).toHaveProperty(field)
  await setShare(admin, person.id, input)
  const letters = db.selectFrom('letters').where('userId', '=', person.id).select('subject')
  expect(await letters.execute()).toEqual([{ subject: 'Your share of your sales' }])
  const entry = db.selectFrom('auditEntries').where('subjectId', '=', trainerId).select(['action', 'after'])
  expect(await entry.execute()).toEqual([{ action: 'set share', after: input }])
  expect((await rejectionOf(readStatement(other, trainerId, null))).code).toBe('not-found')
  expect((await rejectionOf(readStatement(await createMember(), trainerId, null))).code).toBe('not-found')
  expect((await rejectionOf(findShare(person, person.id))).code).toBe('forbidden')
  expect(await findShare(admin, (await createMember()).id)).toBeNull()
})

test('who has left the club reads their books, what they are owed, and why the account stays; nobody else does', async () => {
  const { trainerId, slots, person } = await createTrainerWithSlots(1)
  const { buyer } = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
  await payOut(trainerId, 2000)
  expect(await readMemberToday(person)).toMatchObject({ wasTrainer: null })
  await stepDown(admin, person.id, { reason: 'Moved away' })
  const left = { ...person, role: 'member' as const }
  expect(await readMemberToday(left)).toMatchObject({ wasTrainer: { trainerId, owedCents: 5000 } })
  expect(await readStatement(left, trainerId, null)).toMatchObject({ endCents: 5000 })
  expect((await rejectionOf(requestAccountDeletion(left, { when: 'now' }))).message).toMatch(
    /^1 month that you sold runs until \d+ \w+ \d{4} at the latest, given by others\./,
  )
  expect(await readMemberToday(buyer)).toMatchObject({ wasTrainer: null })
  for (const stranger of [buyer, await createMember()])
    await expect(readStatement(stranger, trainerId, null)).rejects.toMatchObject({ code: 'not-found' })
})
