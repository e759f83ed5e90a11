import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMember } from '#tests/factories.ts'
import { readBalance, readBalanceByDay } from './balance.server.ts'
import { ledgerTable } from './ledger-export.server.ts'
import { listLedger } from './ledger.server.ts'
import { recordPayout } from './payouts.server.ts'

useDatabase()

let admin: Person
let member: Person

beforeEach(async () => {
  await sql`truncate users cascade`.execute(db)
  admin = await createAdmin()
  member = await createMember({ name: '=Formula' })
  const { slotIds, trainerId } = await addTrainer('Mira Okafor', 3)
  const first = await createBooking(slotIds[0]!, member, 'paid', 'silver')
  await createBooking(slotIds[1]!, member, 'paid', 'gold')
  // the only entry of the next day moves elsewhere, which leaves that day empty
  for (const days of [1, -3])
    await db
      .updateTable('payments')
      .set({ receivedAt: sql<Date>`club_now() + make_interval(days => ${days})` })
      .where('bookingId', '=', first)
      .execute()
  await recordPayout(admin, { trainerId, amountCents: 2000, note: 'November', requestKey: randomUUID() })
})

describe('ledger lines and totals', () => {
  test('the sums tell what the totals are made of', async () => {
    expect(await readBalance(admin)).toEqual({
      totalPaymentCents: 12_000,
      totalRemainingCents: 10_000,
      received: { count: 2, cents: 12_000 },
      refunded: { count: 0, cents: 0 },
      disputed: { count: 0, cents: 0 },
      fees: { count: 0, cents: 0 },
      paidOut: { count: 1, cents: 2000 },
    })
  })

  test('each line of the ledger knows the balance after it, on every page', async () => {
    const all = await listLedger(admin)
    expect(all.items.map((line) => line.balanceCents)).toEqual([10_000, 12_000, 5000])
    for (const [offset, line] of all.items.entries())
      expect((await listLedger(admin, { limit: 1, offset })).items).toEqual([line])
    expect((await readBalance(admin)).totalRemainingCents).toBe(all.items[0]?.balanceCents)
  })

  test('the balance by day ends at what remains', async () => {
    const { startCents, days } = await readBalanceByDay(admin)
    expect(startCents).toBe(0)
    expect(days.map((day) => [day.changeCents, day.balanceCents])).toEqual([
      [5000, 5000],
      [5000, 10_000],
    ])
    const short = await readBalanceByDay(admin, 2)
    expect(short.startCents).toBe(5000)
    expect(short.days).toHaveLength(1)
  })

  test('the ledger is saved as CSV that starts nothing in a spreadsheet', async () => {
    const text = await new Response(csvFile(await ledgerTable(admin), 'program')).text()
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    for (const line of lines.slice(1)) expect(line).toMatch(/^\d{4}-\d{2}-\d{2},\d{2}:\d{2},.*T.*Z$/)
    expect(lines[1]).toMatch(
      /,payment,"'=Formula",Slot 1,Mira Okafor,silver,,Card,USD,50.00,50.00,0.00,\d{4}-\d{4},/,
    )
    expect(lines[3]).toMatch(/,payout,Mira Okafor,,Mira Okafor,,November,,USD,-20.00,100.00,,,/)
  })

  test('only admins see the books', async () => {
    for (const read of [readBalance, listLedger, readBalanceByDay, ledgerTable]) {
      await expect(read(member)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(read({ kind: 'visitor' })).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })
})
