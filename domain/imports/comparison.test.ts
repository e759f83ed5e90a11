import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { collectPeriods } from '#domain/memberships/collections.server.ts'
import { renewHours } from '#domain/months/automatic-orders.server.ts'
import {
  beginRenewalCard,
  renewAutomatically,
  stopAutomaticRenewal,
} from '#domain/months/automatic-renewal.server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createPaidBooking, goodCard, useSandbox } from '#tests/factories.ts'
import { compareCharges, nameKey } from './comparison.rules.ts'
import { addCharges, endComparison, readComparison } from './comparison.server.ts'
import { readCharges } from './read-charges.rules.ts'

const charge = (memberId: string | null, day: string, cents: number) => ({
  memberId,
  name: memberId ?? '?',
  day,
  cents,
})

describe('compareCharges', () => {
  test('names charges that are missing, of another amount or day, and of nobody known', () => {
    const here = [
      charge('equal', '2026-11-02', 4900),
      charge('amount', '2026-11-02', 4900),
      charge('day', '2026-11-02', 4900),
      charge('there', '2026-11-03', 4900),
      charge('without file', '2026-11-09', 4900),
    ]
    const there = [
      charge('equal', '2026-11-02', 4900),
      charge('amount', '2026-11-02', 3900),
      charge('day', '2026-11-03', 4900),
      charge('here', '2026-11-03', 4900),
      charge(null, '2026-11-03', 100),
    ]
    const { equal, differences } = compareCharges(here, there, (day) => day <= '2026-11-03')
    expect(equal).toBe(1)
    expect(Object.fromEntries(differences.map(({ kind, name }) => [name, kind]))).toEqual({
      '?': 'unknown person',
      amount: 'other amount',
      day: 'other day',
      here: 'missing here',
      there: 'missing there',
    })
  })

  test('knows a name as banks write it', () => {
    expect(nameKey('MUELLER, JOERG')).toBe(nameKey('Jörg Müller'))
    expect(nameKey('Jörg Müller')).not.toBe(nameKey('Jörg Möller'))
  })
})

describe('readCharges', () => {
  const rows = (...cells: string[][]) => cells.map((each, index) => ({ line: index + 2, cells: each }))
  const asRecognised = { dayOrder: null, decimalSign: null }
  const read = (headings: string[], ...cells: string[][]) =>
    readCharges(headings, rows(...cells), asRecognised)

  test('reads the export of a German bank, without what went back', () => {
    const { charges, leftOut } = read(
      ['Buchungstag', 'Zahlungspflichtiger', 'Betrag', 'IBAN'],
      ['14.11.2026', 'MUELLER JOERG', '1.049,00 €', 'DE00'],
      ['14.11.2026', 'Gebühr', '-3,50', ''],
      ['', 'Summe', '', ''],
    )
    expect(leftOut).toBe(2)
    expect(charges).toEqual([
      { line: 2, day: '2026-11-14', cents: 104_900, number: '', name: 'MUELLER JOERG', email: '' },
    ])
  })

  test('refuses what it would have to guess, and names the line that it cannot read', () => {
    expect(() => read(['Name', 'Amount'], ['A', '1'])).toThrow('the date')
    expect(() => read(['Name', 'Date'], ['A', '2026-11-01'])).toThrow('the amount')
    expect(() => read(['Date', 'Amount'], ['2026-11-01', '1'])).toThrow('name or email')
    expect(() => read(['Date', 'Name', 'Amount'], ['03/04/2026', 'A', '49.00'])).toThrow('03/04/2026')
    expect(() => read(['Date', 'Name', 'Amount'], ['2026-11-01', 'A', '1.234'])).toThrow('1.234')
    expect(() => read(['Date', 'Name', 'Amount'], ['2026-11-01', 'A', 'x'])).toThrow('Line 2: “x”')
    expect(() => read(['Date', 'Name', 'Amount'], ['2026-11-31', 'A', '1'])).toThrow('Line 2: “2026-11-31”')
  })
})

describe('addCharges', () => {
  useDatabase()

  const fileOf = (text: string) => ({ bytes: new TextEncoder().encode(text), filename: 'charges.csv' })
  const send = (actor: Person, text: string) =>
    addCharges(actor, fileOf(text), { source: 'Old program', dayOrder: null, decimalSign: null })

  async function broughtIn(name: string, priceCents: number, nextChargeOn: string) {
    const member = await createMember({ name })
    await db
      .insertInto('openingBalances')
      .values({ memberId: member.id, source: 'Old program', priceCents, nextChargeOn })
      .execute()
    return member
  }

  test('compares a month with the old system, writes no money, and is deleted when it ends', async () => {
    await setClubTime('Europe/Berlin', '2026-11-16T09:00:00Z')
    const admin = await createAdmin()
    const jo = await broughtIn('Jörg Müller', 4900, '2026-10-14')
    const ann = await broughtIn('Ann Berg', 3900, '2026-11-15')
    const file = `Date;Name;Amount\n14.11.2026;MUELLER, JOERG;49,00\n15.11.2026;Nobody Here;12,00\n`
    expect(await send(admin, file)).toEqual({ charges: 2, days: 2, leftOut: 0 })
    await send(admin, file)
    const found = await readComparison(admin)
    expect(found).toMatchObject({ untilDay: '2026-12-16', isOver: false, equal: 1, daysWithoutFile: [] })
    expect(found!.days).toEqual([
      { day: '2026-11-14', hereCents: 4900, thereCents: 4900 },
      { day: '2026-11-15', hereCents: 3900, thereCents: 1200 },
    ])
    expect(found!.differences.map(({ kind, memberId }) => [kind, memberId])).toEqual([
      ['missing there', ann.id],
      ['unknown person', null],
    ])
    expect(await db.selectFrom('comparedCharges').select('memberId').orderBy('line').execute()).toEqual([
      { memberId: jo.id },
      { memberId: null },
    ])
    for (const table of ['payments', 'ledger', 'invoices', 'orders'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])

    await expect(send(admin, 'Date,Name,Amount\n2027-05-01,A,1\n')).rejects.toMatchObject({ code: 'invalid' })
    await setClubTime('Europe/Berlin', '2026-12-17T09:00:00Z')
    expect(await readComparison(admin)).toMatchObject({ isOver: true })
    await expect(send(admin, file)).rejects.toMatchObject({ code: 'conflict' })
    await endComparison(admin)
    expect(await readComparison(admin)).toBeNull()
    expect(await db.selectFrom('comparedCharges').selectAll().execute()).toEqual([])
  })

  test('compares an hour that renews itself, before its charge and after it, until it is stopped', async () => {
    await setClubTime('UTC', '2027-03-01T12:00:00Z')
    const sandbox = useSandbox()
    const { buyer, bookingId } = await createPaidBooking(sandbox)
    const { setupId, clientSecret } = await beginRenewalCard(buyer, bookingId)
    await sandbox.confirmSetup({ clientSecret, card: goodCard })
    await renewAutomatically(buyer, bookingId, { setupId })
    const admin = await createAdmin()
    const others = `Date,Name,Amount\n2027-03-20,Nobody Here,1.00\n2027-03-30,Nobody Here,1.00\n`
    await setClubTime('UTC', '2027-03-15T12:00:00Z')
    await send(admin, others)
    const mine = async () =>
      (await readComparison(admin))!.differences
        .filter(({ memberId }) => memberId === buyer.id)
        .map(({ kind, here }) => [kind, here?.day, here?.cents])
    expect(await mine()).toEqual([['missing there', '2027-03-29', 7000]])

    await setClubTime('UTC', '2027-03-22T12:01:00Z')
    await renewHours()
    await setClubTime('UTC', '2027-03-29T12:01:00Z')
    await renewHours()
    await collectPeriods()
    expect(await mine()).toEqual([['missing there', '2027-03-29', 7000]])
    await send(admin, `${others}2027-03-29,${buyer.name},70.00\n2027-04-13,Nobody Here,1.00\n`)
    expect(await mine()).toEqual([])
    expect(await readComparison(admin)).toMatchObject({ equal: 1 })
    await stopAutomaticRenewal(buyer, bookingId)
    expect(await readComparison(admin)).toMatchObject({ equal: 1 })
    await endComparison(admin)
  })

  test('is for those who may import', async () => {
    const member = await createMember()
    await expect(send(member, '')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(readComparison(member)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(endComparison(member)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
