import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/node'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMember } from '#tests/factories.ts'
import { officeProgram } from '#tests/proof/installed-programs.ts'
import { exportTable } from './export-table.server.ts'

useDatabase()

let admin: Person
let member: Person
let trainer: string

beforeAll(async () => {
  admin = await createAdmin()
  member = await createMember({ name: 'Jörg Müller-Lüdenscheidt' })
  await db.updateTable('club').set({ taxPercent: 19, timeZone: 'Europe/Berlin' }).execute()
  const { slotIds, trainerId } = await addTrainer('Ödön von Horváth', 3)
  trainer = trainerId
  await createBooking(slotIds[0]!, member, 'paid', 'silver')
  await createBooking(slotIds[1]!, member, 'paid', 'gold')
})
afterEach(() => speak('en'))

async function speak(language: string) {
  await db.updateTable('club').set({ language }).execute()
  evictClub()
}

const names = [
  'members',
  'joined',
  'stays',
  'occupancy',
  'income',
  'reasons',
  'subscribers',
  'invoices',
  'payments',
  'ledger',
  'desk',
  'statement',
]

const bytesOf = async (file: string) => {
  const { body } = await exportTable(admin, file, { trainer })
  return Buffer.from(await new Response(body).arrayBuffer())
}

describe('exportTable', () => {
  test.each(names)('writes %s as a workbook and as both kinds of CSV, with the same rows', async (name) => {
    const [sheet] = await readWorkbook(await bytesOf(`${name}.xlsx`))
    const rows = sheet?.data ?? []
    for (const ending of ['.csv', '-plain.csv']) {
      const lines = (await bytesOf(name + ending)).toString().trimEnd().split('\r\n')
      expect(lines).toHaveLength(Math.max(rows.length, 1))
      expect(lines[0]?.replace('\uFEFF', '')).toBe(rows[0]?.join(','))
    }
  })

  test('gives each table to those only who may read it, and no other file', async () => {
    for (const name of names) {
      await expect(exportTable(visitor, `${name}.xlsx`)).rejects.toMatchObject({ code: 'unauthenticated' })
      await expect(exportTable(member, `${name}.csv`, { trainer })).rejects.toMatchObject({
        code: name === 'statement' ? 'not-found' : 'forbidden',
      })
    }
    for (const file of ['members', 'members.pdf', 'members.xlsx.csv', '../members.csv', 'toString.csv'])
      await expect(exportTable(admin, file)).rejects.toMatchObject({ code: 'not-found' })
    await expect(exportTable(admin, 'ledger.csv', { month: '2026-13' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('records in the audit log who saved which file, before it leaves', async () => {
    await exportTable(admin, 'members.xlsx')
    const entry = await db
      .selectFrom('auditEntries')
      .select(['actorId', 'action', 'subjectId', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({
      actorId: admin.id,
      action: 'export table',
      subjectId: 'members',
      after: { file: 'members.xlsx' },
    })
  })

  test('writes a month of the ledger with the balance from before', async () => {
    expect(await ledgerRows('2001-01')).toHaveLength(1)
    const all = await ledgerRows(null)
    const { totalRemainingCents } = await readBalance(admin)
    expect(all.at(-1)?.[11]).toBe((totalRemainingCents / 100).toFixed(2))
  })
})

async function ledgerRows(month: string | null) {
  const { body } = await exportTable(admin, 'ledger-plain.csv', { month })
  return (await new Response(body).text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

/** Opens a file in LibreOffice and returns its cells with their types. */
function openInOffice(bytes: Buffer, ending: string, filter: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'office-'))
  try {
    const path = join(folder, `table${ending}`)
    writeFileSync(path, bytes)
    const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'fods']
    execFileSync(
      officeProgram!,
      [...options, ...(filter ? [`--infilter=${filter}`] : []), '--outdir', folder, path],
      {
        stdio: 'ignore',
      },
    )
    const text = readFileSync(join(folder, 'table.fods'), 'utf8')
    return [...text.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<table:table-cell[^>]*?(?:\/>|>.*?<\/table:table-cell>)/gs)]
        .map(([cell]) => ({
          type: /calcext:value-type="(\w+)"/.exec(cell)?.[1] ?? null,
          value:
            /office:(?:date-|time-)?value="([^"]*)"/.exec(cell)?.[1] ??
            /<text:p>(.*?)<\/text:p>/.exec(cell)?.[1],
          repeats: Number(/columns-repeated="(\d+)"/.exec(cell)?.[1] ?? 1),
        }))
        .flatMap(({ repeats, ...cell }) => Array.from({ length: Math.min(repeats, 20) }, () => cell)),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// a machine without an office program has no such test
if (officeProgram !== undefined)
  describe('LibreOffice', () => {
    test.each([
      ['an English office, as a workbook', 'en', '.xlsx', null],
      ['a German office, as a workbook', 'de', '.xlsx', null],
      ['an English office, as CSV', 'en', '.csv', 'Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true'],
      ['a German office, as CSV', 'de', '.csv', 'Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true'],
    ])(
      'opens the invoices in %s: sums, days and umlauts',
      async (_, language, ending, filter) => {
        await speak(language)
        const [head = [], ...rows] = openInOffice(await bytesOf(`invoices${ending}`), ending, filter)
        const column = (heading: string) => head.findIndex(({ value }) => value === heading)
        const invoices = rows.filter((row) => row[0]?.type === 'string')
        const of = (heading: string) => invoices.map((row) => row[column(heading)])
        const sum = (heading: string) =>
          of(heading).reduce((total, cell) => total + Math.round(Number(cell?.value) * 100), 0)
        expect(of('Name').map((cell) => cell?.value)).toEqual([member.name, member.name])
        for (const heading of ['Net', 'Tax', 'Gross'])
          expect(
            of(heading).map((cell) => cell?.type),
            heading,
          ).toEqual(['float', 'float'])
        expect(sum('Gross')).toBe(12_000)
        expect(sum('Net') + sum('Tax')).toBe(12_000)
        const { rows: days } = await sql<{ day: string }>`
      select to_char(given_at at time zone club_zone(), 'YYYY-MM-DD') as day from invoices order by year, ordinal`.execute(
          db,
        )
        expect(of('Day').map((cell) => cell?.value)).toEqual(days.map(({ day }) => day))
        expect(of('Day').map((cell) => cell?.type)).toEqual(['date', 'date'])
      },
      60_000,
    )
  })
