import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { readTable } from '#domain/tables/read-table.server.ts'
import type { Language } from '#messages/languages.ts'
import { inLanguage } from '#messages/t.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createMember } from '#tests/factories.ts'
import { breakTable, germanList, memberTables, type MemberTable } from '#tests/import-files.ts'
import { repetitions, reportMeasurement } from '#tests/proof/test-scale.ts'
import { checkImport } from './check-import.server.ts'
import { createImport } from './checked-import.server.ts'
import { listRows } from './checked-rows.server.ts'
import { countRows, readColumns, readImport, saveColumns, uploadImport } from './imports.server.ts'
import { inviteImported, sendInvitations } from './invitations.server.ts'
import { readValues, saveValues } from './matched-values.server.ts'
import { listOpeningBalances } from './opening-balances.server.ts'
import { continueImport, readProgress, startImport, stopImport } from './run-import.server.ts'
import { undoImport } from './undo-import.server.ts'

useDatabase()

/** Tables in which an import must write nothing before its start, and leave nothing after its undo. */
const peopleTables = [
  'users',
  'members',
  'member_notes',
  'subscribers',
  'activities',
  'letters',
  'import_keys',
  'opening_balances',
  'ledger',
  'invoices',
  'shares',
  'payments',
]

async function countPeople(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of peopleTables) {
    const { rows } = await sql<{
      many: number
    }>`select count(*)::integer as many from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]!.many
  }
  return counts
}

/** Uploads and checks a table as it is. */
async function checked(admin: Person, table: MemberTable, rows = table.rows): Promise<string> {
  const id = await uploadImport(admin, { bytes: table.write(rows), filename: table.name }, table.source)
  await checkImport(admin, id)
  return id
}

async function broughtIn(admin: Person, table: MemberTable, rows = table.rows): Promise<string> {
  const id = await checked(admin, table, rows)
  await startImport(admin, id)
  await continueImport({ importId: id })
  return id
}

let seed = 10
/** A list of people who are in no other test. */
const newPeople = (count = 12) => germanList(count, (seed += 1))

describe.each(memberTables.map((make) => [make.name, make] as const))(
  'an import of the %s',
  (_name, make) => {
    test('names every one of its broken rows, and writes nothing before its start', async () => {
      const admin = await createAdmin()
      const table = make()
      const { rows, broken } = breakTable(table)
      const before = await countPeople()
      const id = await checked(admin, table, rows)
      const lines = (await readTable(table.write(rows))).rows.map(({ line }) => line)
      const wrong = await listRows(admin, id, 'wrong', 1)
      expect(wrong.map(({ line }) => line)).toEqual(broken.map(({ index }) => lines[index]))
      for (const [place, { what }] of broken.entries())
        expect(wrong[place]?.sentence, what).toMatch(/^.+“.*”.*\.$|^The row has .+\.$|^There is .+\.$/s)
      expect(await countRows(admin, id)).toEqual({
        new: 300 - broken.length,
        known: 0,
        changed: 0,
        wrong: broken.length,
        twice: 0,
      })
      expect(await countPeople()).toEqual(before)
    })

    test('brought in twice is in once, and undone it leaves nothing', async () => {
      const admin = await createAdmin()
      const table = make()
      const before = await countPeople()
      const id = await broughtIn(admin, table)
      expect(await readImport(admin, id)).toMatchObject({ state: 'done', addedCount: 300, changedCount: 0 })
      const after = await countPeople()
      expect(after.members! - before.members!).toBe(300)
      for (const money of ['ledger', 'invoices', 'shares', 'payments', 'letters'])
        expect(after[money], money).toBe(before[money])

      await continueImport({ importId: id })
      const again = await broughtIn(admin, table)
      expect(await countRows(admin, again)).toMatchObject({ new: 0, changed: 0, known: 300 })
      expect(await readImport(admin, again)).toMatchObject({ addedCount: 0, changedCount: 0 })
      expect(await countPeople()).toEqual(after)

      await undoImport(admin, id)
      await continueImport({ importId: id })
      expect(await readImport(admin, id)).toMatchObject({ state: 'undone', stayedCount: 0 })
      expect(await countPeople()).toEqual(before)
    })
  },
)

describe('an import', () => {
  test('carries what the file says of a person, and what they had left without income', async () => {
    const admin = await createAdmin()
    const table = newPeople()
    const id = await broughtIn(admin, table)
    const [row] = await listRows(admin, id, 'new', 1)
    const member = await db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.userId')
      .leftJoin('openingBalances', 'memberId', 'users.id')
      .where('users.id', '=', row!.memberId!)
      .selectAll()
      .executeTakeFirstOrThrow()
    const cells = table.rows[0]!
    expect(member).toMatchObject({
      name: `${cells[2]} ${cells[3]}`,
      email: null,
      role: 'member',
      memberNumber: cells[0],
      contactEmail: cells[7],
      postalAddress: `${cells[4]}\n${cells[5]} ${cells[6]}`,
      membership: cells[10],
      source: 'Old club program',
    })
    expect(member.birthDate?.split('-').reverse().join('.')).toBe(cells[9])
    expect(member.runsUntil?.split('-').reverse().join('.')).toBe(cells[11])
    expect(JSON.stringify(member)).not.toContain('DE89')
  })

  test('that was killed goes on where it was, and brings nobody in twice', async () => {
    const admin = await createAdmin()
    const table = newPeople(250)
    const id = await checked(admin, table)
    await startImport(admin, id)
    // a trigger that fails once, in the middle of the second batch
    await sql`create sequence tries`.execute(db)
    await sql`create function fail_once() returns trigger language plpgsql as $$
      begin if nextval('tries') = 150 then raise exception 'killed'; end if; return new; end $$`.execute(db)
    await sql`create trigger fails_once before insert on members for each row execute function fail_once()`.execute(
      db,
    )
    await expect(continueImport({ importId: id })).rejects.toThrow('killed')
    expect(await readProgress(admin, id)).toMatchObject({ done: 100, total: 250 })
    await continueImport({ importId: id })
    await sql`drop trigger fails_once on members`.execute(db)
    await sql`drop function fail_once`.execute(db)
    await sql`drop sequence tries`.execute(db)
    expect(await readImport(admin, id)).toMatchObject({ state: 'done', addedCount: 250 })
    const { rows } = await sql<{ many: number }>`
      select count(distinct member_id)::integer as many from import_rows where import_id = ${id}`.execute(db)
    expect(rows[0]?.many).toBe(250)
  })

  test('run by two processes at once brings everyone in once', async () => {
    const admin = await createAdmin()
    const table = newPeople(150)
    const other = { ...table, source: 'Another program' }
    const ids = [await checked(admin, table), await checked(admin, other)]
    for (const id of ids) await startImport(admin, id)
    await Promise.all([...ids, ...ids].map((importId) => continueImport({ importId })))
    const found = await Promise.all(ids.map((id) => readImport(admin, id)))
    expect(found.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(found[0]!.addedCount + found[1]!.addedCount).toBe(150)
  })

  test('can be stopped, and goes on when it is started again', async () => {
    const admin = await createAdmin()
    const id = await checked(admin, newPeople())
    await startImport(admin, id)
    await stopImport(admin, id)
    await continueImport({ importId: id })
    expect(await readImport(admin, id)).toMatchObject({ state: 'stopped', addedCount: 0 })
    await startImport(admin, id)
    await continueImport({ importId: id })
    expect(await readImport(admin, id)).toMatchObject({ state: 'done', addedCount: 12 })
  })

  test('adds to a known member only what is empty there, and its undo takes that back', async () => {
    const admin = await createAdmin()
    const table = newPeople()
    const [first] = table.rows
    const known = await createMember({ name: `${first![2]} Else`, email: first![7]! })
    await db.updateTable('members').set({ telephone: '030 1' }).where('userId', '=', known.id).execute()
    const read = () =>
      db
        .selectFrom('members')
        .innerJoin('users', 'users.id', 'members.userId')
        .where('userId', '=', known.id)
        .select(['name', 'email', 'role', 'telephone', 'postalAddress', 'memberNumber', 'birthDate', 'tags'])
        .executeTakeFirstOrThrow()
    const before = await read()
    const id = await broughtIn(admin, table)
    expect((await listRows(admin, id, 'changed', 1))[0]?.sentence).toContain(`Added to ${known.name}: `)
    expect(await read()).toMatchObject({
      ...before,
      memberNumber: first![0],
      postalAddress: `${first![4]}\n${first![5]} ${first![6]}`,
      birthDate: first![9]!.split('.').reverse().join('-'),
    })
    await undoImport(admin, id)
    await continueImport({ importId: id })
    expect(await read()).toEqual(before)
  })

  test('that is undone leaves those with whom something was done, and names them', async () => {
    const admin = await createAdmin()
    const id = await broughtIn(admin, newPeople())
    const [row] = await listRows(admin, id, 'new', 1)
    await db
      .insertInto('memberNotes')
      .values({ memberId: row!.memberId!, words: 'Came today.', writtenBy: admin.id })
      .execute()
    await undoImport(admin, id)
    await continueImport({ importId: id })
    expect(await readImport(admin, id)).toMatchObject({ state: 'undone', stayedCount: 1 })
    const stayed = await db
      .selectFrom('importRows')
      .where('importId', '=', id)
      .where('outcome', '=', 'stays')
      .select(['memberId', 'sentence'])
      .execute()
    expect(stayed).toEqual([
      { memberId: row!.memberId, sentence: 'Something was done with this person since.' },
    ])
    const note = await db
      .selectFrom('memberNotes')
      .where('memberId', '=', row!.memberId!)
      .select('words')
      .execute()
    expect(note.map(({ words }) => words)).toContain('Came today.')
  })

  test('finds a person twice in the file, and lets a family share an email', async () => {
    const admin = await createAdmin()
    const table = newPeople()
    const [first] = table.rows
    const child = first!.with(0, `${first![0]}1`).with(2, 'Esi').with(9, '01.02.2015')
    const again = first!.with(0, `${first![0]}2`)
    const id = await checked(admin, table, [first!, child, again])
    expect(await countRows(admin, id)).toMatchObject({ new: 2, twice: 1 })
    expect(await listRows(admin, id, 'twice', 1)).toMatchObject([
      { sentence: 'The same person as in line 2.' },
    ])
  })

  test('refuses a number that is another member’s', async () => {
    const admin = await createAdmin()
    const other = await createMember({ name: 'Somebody Else' })
    const table = newPeople()
    await db
      .updateTable('members')
      .set({ memberNumber: table.rows[0]![0]! })
      .where('userId', '=', other.id)
      .execute()
    const id = await checked(admin, table)
    expect(await listRows(admin, id, 'wrong', 1)).toMatchObject([
      { sentence: `Number “${table.rows[0]![0]}” is Somebody Else’s here.` },
    ])
  })

  test('tells each reader in their language what becomes of a row, whoever checked it', async () => {
    const admin = await createAdmin()
    const table = newPeople()
    const [first, second] = table.rows
    const known = await createMember({ name: `${first![2]} ${first![3]}`, email: first![7]! })
    const rows = [first!, second!, second!, table.rows[2]!.with(9, '31.02.1990')]
    const id = await inLanguage('de', () => checked(admin, table, rows))
    const sentences = async (language: Language) =>
      inLanguage(language, async () => {
        const states = ['changed', 'twice', 'wrong'] as const
        return (await Promise.all(states.map((state) => listRows(admin, id, state, 1)))).flat()
      }).then((found) => found.map(({ sentence }) => sentence))
    expect(await sentences('en')).toEqual([
      expect.stringMatching(new RegExp(`^Added to ${known.name}: Telephone, Born, `)),
      'The same person as in line 3.',
      'Geburtsdatum “31.02.1990”: There is no such day.',
    ])
    expect(await sentences('de')).toEqual([
      expect.stringMatching(new RegExp(`${known.name}.*: Telefon, `)),
      'Dieselbe Person wie in Zeile 3.',
      'Geburtsdatum „31.02.1990“: Diesen Tag gibt es nicht.',
    ])
    // rows of an earlier version, and those whose cells are deleted, keep their sentence
    await db.updateTable('importRows').set({ facts: null, cells: [], sentence: 'As it was.' }).execute()
    expect(await sentences('de')).toEqual(Array(3).fill('As it was.'))
  })

  test('subscribes only those whose consent has a day, and records its origin', async () => {
    const admin = await createAdmin()
    const table = newPeople(40)
    const id = await broughtIn(admin, table)
    const consents = table.rows.filter((cells) => cells[15] !== '').map((cells) => cells[7]!)
    const readers = await db.selectFrom('subscribers').select('email').execute()
    const emails = new Set(readers.map(({ email }) => email))
    for (const cells of table.rows) expect(emails.has(cells[7]!), cells[7]).toBe(consents.includes(cells[7]!))
    const origins = await db
      .selectFrom('members')
      .innerJoin('importRows', 'importRows.memberId', 'members.userId')
      .where('importId', '=', id)
      .where('newsletterConsentOn', 'is not', null)
      .select('newsletterConsentOrigin')
      .execute()
    expect(origins.map((each) => each.newsletterConsentOrigin)).toEqual(
      consents.map(() => 'Old club program'),
    )
  })

  test('asks for the order of dates that fit both, and reads none before', async () => {
    const admin = await createAdmin()
    const bytes = new TextEncoder().encode('Name,Vertragsende\nAda Moss,03/04/2027\nOtto Brandt,05/06/2027\n')
    const id = await uploadImport(admin, { bytes, filename: 'a.csv' }, 'Old program')
    expect(await rejectionOf(checkImport(admin, id))).toMatchObject({
      code: 'invalid',
      message: 'Choose whether the day or the month comes first in “Vertragsende”, such as 03/04/2027.',
    })
    const columns = await readColumns(admin, id)
    const chosen = (dayOrder: 'day first' | 'month first') =>
      columns.map(({ field, decimalSign }) => ({ field, dayOrder, decimalSign }))
    await saveColumns(admin, id, chosen('month first'))
    await checkImport(admin, id)
    await startImport(admin, id)
    await continueImport({ importId: id })
    const balances = await db
      .selectFrom('openingBalances')
      .where('importId', '=', id)
      .orderBy('runsUntil')
      .select('runsUntil')
      .execute()
    expect(balances.map(({ runsUntil }) => runsUntil)).toEqual(['2027-03-04', '2027-05-06'])
    expect(await rejectionOf(saveColumns(admin, id, chosen('day first')))).toMatchObject({ code: 'conflict' })
  })

  test('of a program recognises trainers, and brings in each membership as its value was matched', async () => {
    const admin = await createAdmin()
    const { trainerId } = await addTrainer('Jörg Lund')
    const text = `Name,Trainer,Membership,Classes left\nA One,JÖRG LUND,Gold,3\nB Two,Else,Old,4\n`
    const file = { bytes: new TextEncoder().encode(text), filename: 'a.csv' }
    const id = await createImport(admin, file, 'Old program', { dayOrder: null, decimalSign: null })
    expect(await readValues(admin, id)).toMatchObject({
      trainer: [{ becomes: trainerId }, { value: 'Else', becomes: '' }],
      membership: [
        { value: 'Gold', becomes: 'kept' },
        { value: 'Old', becomes: 'kept' },
      ],
    })
    await saveValues(admin, id, { trainer: { 'JÖRG LUND': trainerId }, membership: { Old: '' } })
    expect(await readImport(admin, id)).toMatchObject({ state: 'draft' })
    expect(await rejectionOf(startImport(admin, id))).toMatchObject({ code: 'conflict' })
    await checkImport(admin, id)
    await startImport(admin, id)
    await continueImport({ importId: id })
    const balances = await db
      .selectFrom('openingBalances')
      .where('importId', '=', id)
      .select(['membership', 'trainerId', 'creditsLeft'])
      .execute()
    expect(balances).toEqual([{ membership: 'Gold', trainerId, creditsLeft: 3 }])
    const people = await listRows(admin, id, 'new', 1)
    const shown = await Promise.all(people.map(({ memberId }) => listOpeningBalances(admin, memberId!)))
    expect(shown).toMatchObject([
      [{ source: 'Old program', membership: 'Gold', trainerName: 'Jörg Lund', creditsLeft: 3 }],
      [],
    ])
    const [person] = people
    const refused = listOpeningBalances(await createMember(), person!.memberId!)
    expect(await rejectionOf(refused)).toMatchObject({ code: 'forbidden' })
    const unknown = { trainer: { 'JÖRG LUND': randomUUID() } }
    const next = await createImport(admin, file, 'Else', { dayOrder: null, decimalSign: null })
    expect(await rejectionOf(saveValues(admin, next, unknown))).toMatchObject({ code: 'not-found' })
    expect(await rejectionOf(saveValues(admin, id, {}))).toMatchObject({ code: 'conflict' })
  })

  test('invites everyone with an email once, 20 a minute', async () => {
    const admin = await createAdmin()
    const table = newPeople(30)
    const id = await broughtIn(admin, table)
    const invited = async () =>
      (
        await db
          .selectFrom('letters')
          .innerJoin('importRows', 'memberId', 'userId')
          .where('importId', '=', id)
          .select('letters.email')
          .execute()
      ).map(({ email }) => email)
    await inviteImported(admin, id)
    expect(await invited()).toEqual([])
    await sendInvitations({ importId: id })
    expect(await invited()).toHaveLength(20)
    await inviteImported(admin, id)
    for (let again = 0; again < 3; again += 1) await sendInvitations({ importId: id })
    const emails = table.rows.map((cells) => cells[7]!).filter((email) => email !== '')
    expect(new Set(await invited())).toEqual(new Set(emails))
    expect(await invited()).toHaveLength(emails.length)
    await undoImport(admin, id)
    await continueImport({ importId: id })
    expect(await readImport(admin, id)).toMatchObject({ state: 'undone', stayedCount: 0 })
  })

  test('of many rows takes less than a minute, and no more memory than its batches', async (context) => {
    const admin = await createAdmin()
    const count = repetitions(1_000, 5_000)
    const began = performance.now()
    const id = await checked(admin, newPeople(count))
    await startImport(admin, id)
    const before = process.memoryUsage().rss
    while ((await readImport(admin, id)).state === 'running') await continueImport({ importId: id })
    const seconds = (performance.now() - began) / 1_000
    const mebibytes = (process.memoryUsage().rss - before) / 1024 ** 2
    reportMeasurement(context, 'import of members', {
      rows: count,
      seconds: seconds.toFixed(1),
      'MiB more': mebibytes.toFixed(0),
    })
    expect((await readImport(admin, id)).addedCount).toBe(count)
    expect(seconds).toBeLessThan(60)
    expect(mebibytes).toBeLessThan(150)
  }, 120_000)

  test('is nothing for members, and for ids that are none', async () => {
    const admin = await createAdmin()
    const member = await createMember()
    const id = await checked(admin, newPeople())
    for (const refused of [
      startImport,
      stopImport,
      undoImport,
      checkImport,
      readImport,
      readProgress,
      readColumns,
    ]) {
      expect(await rejectionOf(refused(member, id)), refused.name).toMatchObject({ code: 'forbidden' })
      expect(await rejectionOf(refused(admin, randomUUID())), refused.name).toMatchObject({
        code: 'not-found',
      })
      expect(await rejectionOf(refused(admin, 'nonsense')), refused.name).toMatchObject({ code: 'not-found' })
    }
  })
})
