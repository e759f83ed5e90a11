import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { promoteWaiting } from '#domain/lessons/classes/promotion.server.ts'
import { bundleProgram } from '#tests/bundle-program.ts'
import { useDatabase } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { calendarActions } from './calendar-actions.ts'
import { isFullScale, timeoutFor, reportMeasurement } from './test-scale.ts'

// Every calendar action, killed before each of its statements: nothing is half done, and the action can be repeated.

const database = useDatabase()
beforeEach(() =>
  pool.query('truncate orders, bookings, received_intents, activities, letters, closures, absences cascade'),
)

type KillParams = { name: string; input: unknown; before: number | string; without?: 'transaction' }

/** Runs one operation in a process that is killed before this statement. Returns whether it was killed. */
async function runActionAndKill({ name, input, before, without }: KillParams): Promise<boolean> {
  const url = new URL(database.url)
  url.searchParams.set('application_name', 'killed')
  const program = await bundleProgram('tests/proof/calendar-action-process.ts')
  const words = [url.href, name, JSON.stringify(input ?? null), JSON.stringify(before)]
  const child = spawn(process.execPath, [program, ...words, ...(without ? [`--without-${without}`] : [])])
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (child.signalCode === null && child.exitCode !== 0) throw new Error(said)
  await waitForRollback()
  return child.signalCode === 'SIGKILL'
}

/** Waits until the database has closed the connection and rolled back its transaction. */
const waitForRollback = () =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where application_name = 'killed' and datname = current_database()`,
      )
      expect(rows).toHaveLength(0)
    },
    { timeout: 60_000 },
  )

/** Returns a digest of the club's tables. */
async function hashAllTables(): Promise<string> {
  const { rows } = await pool.query<{ word: string }>(
    `select string_agg(md5(query_to_xml(format('select * from %I.%I each order by each::text', schemaname, tablename), true, false, '')::text), ' '
      order by tablename) as word
    from pg_tables where schemaname = 'public' or (schemaname, tablename) = ('pgboss', 'job_common')`,
  )
  return rows[0]!.word
}

const each = Array.from({ length: 200 }, (_, index) => index + 1)
const [chosen, statements] = isFullScale
  ? [Object.keys(calendarActions), each]
  : [['moving an hour', 'giving back a class with a waiting list'], ['commit']]

describe('SIGKILL during a calendar action', () => {
  test.for(chosen)(
    'leaves nothing of %s half done, and it can be done afterwards',
    { timeout: timeoutFor(240_000, 600_000) },
    async (name, context) => {
      const act = calendarActions[name]!
      const input = await act.prepare()
      const states = [await hashAllTables()]
      let [kills, isDone] = [0, false]
      for (const before of statements) {
        isDone = !(await runActionAndKill({ name, input, before }))
        if (isDone) break
        kills += 1
        states.push(await hashAllTables())
        await expectNoBrokenInvariants()
      }
      expect(new Set(states).size).toBe(1)
      if (!isDone) await act.carryOut(input)
      expect(states).not.toContain(await hashAllTables())
      await expectNoBrokenInvariants()
      reportMeasurement(context, `Killed: ${name}`, { kills, 'half done': 0 })
    },
  )

  test('leaves an hour covered of which its member was not told without the guard, the transaction', async () => {
    const input = await calendarActions['a cover']!.prepare()
    const before = 'insert into "letters"'
    expect(await runActionAndKill({ name: 'a cover', input, before, without: 'transaction' })).toBe(true)
    const { rows } = await pool.query(
      `select (select count(*) from lessons where instead_of is not null) as covered,
        (select count(*) from letters where letter = 'hour-covered') as told`,
    )
    expect(rows).toEqual([{ covered: 1, told: 0 }])
  })

  test('leaves a place free beside a waiting list without the guard, the transaction, until the job fills it', async () => {
    const name = 'giving back a class with a waiting list'
    const input = await calendarActions[name]!.prepare()
    const before = 'update "participants"'
    expect(await runActionAndKill({ name, input, before, without: 'transaction' })).toBe(true)
    const states = async () =>
      (await pool.query(`select state from participants order by state`)).rows.map(({ state }) => state)
    expect(await states()).toEqual(['cancelled', 'waiting'])
    await promoteWaiting()
    await promoteWaiting()
    expect(await states()).toEqual(['booked', 'cancelled'])
    const { rows } = await pool.query(`select from letters where letter = 'class-promoted'`)
    expect(rows).toHaveLength(1)
  })
})
