import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { knownMigrations, migrate } from '#db/migrate.ts'
import { closeJobs, openClubJobs } from '#domain/jobs.server.ts'
import { writeMissingLessonDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { verify } from '#platform/backup/restore.ts'
import { readSettings } from '#platform/settings/env.ts'
import { backUpBeforeUpgrade } from '#server/bootstrap/backup-before-upgrade.ts'
import { bootstrap } from '#server/bootstrap/bootstrap.ts'
import { testSecret } from './auth-fixtures.ts'
import { createDatabase } from './database.ts'

// A club of the first version goes through every version since, its people, hours and money with it.

const invariants = readFileSync(join(import.meta.dirname, '..', 'db', 'invariants.sql'), 'utf8')
const firstVersion = '006-records'

const id = (number: number) => `'00000000-0000-4000-8000-00000000000${number}'`
const [mira, ada, bo] = [id(1), id(2), id(3)]
const [sold, held] = [id(4), id(5)]
const people = `
  begin;
  insert into users (id, name, email, email_verified) values
    (${mira}, 'Mira Okafor', 'mira@club.example', true), (${ada}, 'Ada Moss', 'ada@club.example', true),
    (${bo}, 'Bo Lund', 'bo@club.example', true);
  insert into members (user_id, role) values (${mira}, 'trainer'), (${ada}, 'member'), (${bo}, 'member');
  insert into trainers (id, user_id, name, years_of_experience, hours_a_day, weekdays)
    values (${mira}, ${mira}, 'Mira Okafor', 7, 2, '{Monday,Thursday}');
  insert into slots (id, trainer_id, name, start_hour, price_cents) values
    (${sold}, ${mira}, 'Slot 1', 6, 5000), (${held}, ${mira}, 'Slot 2', 9, 5000);
  insert into bookings (id, slot_id, buyer_id, slot_price_cents, hold_expires_at) values
    (${sold}, ${sold}, ${ada}, 5000, now() + interval '20 minutes'),
    (${held}, ${held}, ${bo}, 5000, now() + interval '20 minutes');
  update bookings set plan = 'gold', amount_cents = 7000 where id = ${sold};
  insert into payment_attempts (booking_id, attempt, processor, amount_cents, currency, intent_id, client_secret, state)
    values (${sold}, 1, 'stripe', 7000, 'usd', 'pi_1', 'pi_1_secret', 'open');
  update bookings set state = 'paying', attempt = 1 where id = ${sold};
  insert into payments (booking_id, intent_id, amount_cents, currency) values (${sold}, 'pi_1', 7000, 'usd');
  update payment_attempts set state = 'succeeded' where booking_id = ${sold};
  update bookings set state = 'paid', hold_expires_at = null, paid_at = now(), paid_until = now() + interval '1 month'
    where id = ${sold};
  commit`

let url: string
let drop: () => Promise<void>
let client: pg.Client
let later: string[]

beforeAll(async () => {
  ;({ url, drop } = await createDatabase(true))
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrate(url, firstVersion)
  await client.query(people)
  const names = await knownMigrations()
  later = names.slice(names.indexOf(firstVersion) + 1)
})

afterAll(async () => {
  await client.end()
  await drop()
})

const ran = async () =>
  (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows.length

test('an upgrade that fails keeps nothing of itself, so that the version before starts again', async () => {
  const before = await ran()
  // something of the operator's own stands where a later version wants its own
  await client.query('create table lessons ()')
  await expect(migrate(url)).rejects.toThrow('relation "lessons" already exists')
  expect(await ran()).toBe(before)
  const { rows } = await client.query(
    `select to_regclass('letters') as letters, to_regclass('payments') as payments`,
  )
  expect(rows).toEqual([{ letters: null, payments: 'payments' }])
  await client.query('drop table lessons')
})

test('a club of the first version goes through every later one, and all that must be true stays true', async () => {
  for (const version of later) expect(await migrate(url, version)).toEqual([version])
  // what a start does besides
  const dataFolder = mkdtempSync(join(tmpdir(), 'palestra-upgrade-'))
  const settings = { DATABASE_URL: url, DATA_DIR: dataFolder, AUTH_SECRET: testSecret, DEMO: 'off' }
  await bootstrap(readSettings(settings), vi.fn(), vi.fn())
  rmSync(dataFolder, { recursive: true })
  openDatabase(url)
  await openClubJobs()
  expect(await writeMissingLessonDates(), 'months sold before there were dates').toBe(1)
  await closeJobs()
  await closeDatabase()
  expect((await client.query(invariants)).rows).toEqual([])
  const { rows } = await client.query<{ told: string }>(`
    select concat_ws(' ', users.name, bookings.state, plan, bookings.amount_cents, count(lessons)) as told
    from bookings join users on users.id = buyer_id left join lessons on lessons.booking_id = bookings.id
    group by users.name, bookings.id order by 1`)
  expect(rows.map(({ told }) => told)).toEqual([
    expect.stringMatching(/^Ada Moss paid gold 7000 ([89]|10)$/),
    'Bo Lund held 0',
  ])
})

/** What the version before, which serves until the new one does, would stumble over. */
const takesAway = [
  /\bdrop\s+(table|column|view|function)\b/i,
  /\brename\s+(column|to)\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\badd\s+column\b(?=[^,;]*(?<!\bis\s)\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)/i,
]
/** Upgrades during which no process of the version before may serve. */
const stopsTheClub = ['065-names']

const wordsOf = (version: string) =>
  readFileSync(join(import.meta.dirname, '..', 'db', 'migrations', `${version}.sql`), 'utf8').replaceAll(
    /--.*$/gm,
    '',
  )

test('a migration takes nothing away that the version before it uses', async () => {
  const toJudge = (await knownMigrations()).filter(
    (version) => version > '034-trainer-page' && !stopsTheClub.includes(version),
  )
  const wrong = toJudge.filter((version) => takesAway.some((form) => form.test(wordsOf(version))))
  expect(wrong, 'stop using it in one version, and drop it in the next').toEqual([])
  for (const [index, text] of [
    'drop view ledger',
    'alter table payments rename column method to way',
    'alter table slots alter column price_cents type bigint',
    'alter table slots add column floor integer not null',
  ].entries())
    expect(takesAway.findIndex((form) => form.test(text))).toBe(index)
  expect(takesAway.some((form) => form.test('add column floor integer not null default 0'))).toBe(false)
})

test('nobody waits for statements to be compiled that are answered sooner as they are', async () => {
  const anew = new pg.Client({ connectionString: url })
  await anew.connect()
  const { rows } = await anew.query<{ jit: string }>('show jit')
  await anew.end()
  expect(rows[0]?.jit).toBe('off')
})

describe('backup before an upgrade', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-before-'))
  const backups = join(folder, 'backups')
  let early: Awaited<ReturnType<typeof createDatabase>>
  beforeAll(async () => {
    early = await createDatabase(true)
    await migrate(early.url, later.at(-2))
  })
  afterAll(async () => {
    await early.drop()
    rmSync(folder, { recursive: true })
  })

  /** What it says of backups, and of the database. */
  async function start(backupDir?: string): Promise<string> {
    const said: string[] = []
    const settings = { DATABASE_URL: early.url, DATA_DIR: folder, AUTH_SECRET: testSecret, DEMO: 'off' }
    const given = readSettings({ ...settings, BACKUP_DIR: backupDir })
    await bootstrap(given, (line) => said.push(line), vi.fn())
    return said.filter((line) => /back|up to date/i.test(line)).join('\n')
  }

  test('changes nothing where the backup before it cannot be written', async () => {
    writeFileSync(join(folder, 'file'), 'in the way')
    await expect(start(join(folder, 'file'))).rejects.toThrow(
      /^No backup could be made before the upgrade, so nothing was changed\. .*EEXIST.* empty BACKUP_DIR/,
    )
    expect(await migrate(early.url, later.at(-2))).toEqual([])
  })

  test('says that nobody makes one where no folder is set', async () => {
    const say = vi.fn<(line: string) => void>()
    const ground = { databaseUrl: early.url, authSecret: testSecret }
    await backUpBeforeUpgrade(readSettings({}), ground, say)
    expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Warning: BACKUP_DIR is not set/))
  })

  test('writes a whole backup of the club as it was, once', async () => {
    expect(await start(backups)).toMatch(
      /^Backing up .*\nBrought the database up to date \(1 migrations\)\.$/,
    )
    const [name = '', ...others] = readdirSync(backups)
    const { manifest } = await verify(join(backups, name), null)
    expect([others, manifest.migrations.at(-1)]).toEqual([[], later.at(-2)])
    expect(await start(backups)).toBe('')
    expect(readdirSync(backups)).toEqual([name])
  })

  test('does nothing to one of a later version', async () => {
    const there = new pg.Client({ connectionString: early.url })
    await there.connect()
    await there.query(`insert into kysely_migration values ('999-tomorrow', now()::text)`)
    await there.end()
    await expect(start(backups)).rejects.toThrow(
      /^The database is of a later version of the club \(999-tomorrow\)\. Start that version/,
    )
  })
})
