import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { cookiesFor } from '#tests/api-server.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { createAdmin, createMembers } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startSmtpDouble } from '#tests/smtp-double.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { startKillableClub, type KillableClub } from './killable-club.ts'
import { randomSeed, repetitions, reportMeasurement } from './test-scale.ts'

// Club and PostgreSQL, killed while people give their places in a class back and its waiting list is promoted.

// a guard against hanging
vi.setConfig({ testTimeout: 3_600_000 })

const capacity = 4
const waiting = 6
const statementMs = 30
/** Milliseconds of one place given back, with the promotion of the next: statements, letter and commit. */
const promotionMs = 2 * statementMs + 60
/** Twice the interval of the job that promotes. */
const maxSeconds = 60

let club: KillableClub | null = null
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await club?.stop()
  for (const end of ends.splice(0)) await end()
  club = null
})

type Sender = (who: number, call: 'book' | 'give-back') => Promise<number>

/** Starts a club with a full class and its line. `send` returns the status of the response, 0 without one. */
async function startFullClass(options: Parameters<typeof startKillableClub>[0] = {}) {
  const started = await startKillableClub(options)
  club = started
  const members = await createMembers(capacity + waiting)
  await giveClasses(members, null)
  const { lessonId } = await addClassDate(await createAdmin(), { capacity, inDays: 3 })
  const cookies = await cookiesFor(members)
  const send: Sender = (who, call) =>
    fetch(`${started.url}/api/v1/timetable/${lessonId}/${call}`, {
      method: 'POST',
      headers: { Cookie: cookies[who]!, 'Content-Type': 'application/json' },
      body: '{}',
    }).then(
      ({ status }) => status,
      () => 0,
    )
  for (const who of members.keys()) expect(await send(who, 'book')).toBe(200)
  const ids = members.map(({ id }) => id)
  return { started, send, lessonId, numberOf: (id: string) => ids.indexOf(id), everyone: [...ids.keys()] }
}

/** Makes each change of a place take longer, so that kills fall within promotions. */
const slowPromotions = () =>
  pool.query(`create function wait_a_moment() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${statementMs / 1000}); return new; end $$;
    create trigger wait_a_moment before update of state on participants for each row execute function wait_a_moment()`)

/** Resolves while a place changes, at most a second later. */
async function waitForChange(): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event = 'PgSleep' and query like 'update "participants"%'`,
    )
    if (rows.length > 0) return
    await wait(5)
  }
}

/** Participants of a state, in the order of the line. */
async function peopleOf(state: string): Promise<string[]> {
  const { rows } = await pool.query<{ memberId: string }>(
    `select member_id as "memberId" from participants where state = $1 and kind = 'class' order by queue_number`,
    [state],
  )
  return rows.map(({ memberId }) => memberId)
}

/** Seconds until no one waits beside a free place; null when that takes longer than a minute. */
async function secondsUntilFilled(): Promise<number | null> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  while (seconds() < maxSeconds) {
    const { rows } = await pool.query(`select from lessons where kind = 'class' and taken < capacity
      and exists (select from participants where lesson_id = lessons.id and state = 'waiting')`)
    if (rows.length === 0) return seconds()
    await wait(50)
  }
  return null
}

/** Letters of promotions that were rolled back, and promotions without their letter. */
const countWrongLetters = async () =>
  (
    await pool.query<{ rolledBack: number; untold: number; letters: number }>(
      `select count(*) filter (where participants.promoted_at is null)::integer as "rolledBack",
        count(*) filter (where letters.id is null)::integer as untold, count(letters.id)::integer as letters
      from (select * from letters where letter = 'class-promoted') letters
        full join (select * from participants where promoted_at is not null) participants on cause = 'class-promoted ' || participants.id`,
    )
  ).rows[0]!

describe('SIGKILL during promotions from a waiting list', () => {
  test('leaves nobody waiting beside a free place, tells each once, and nobody of what was rolled back', async (context) => {
    const mail = await startSmtpDouble()
    ends.push(mail.close)
    const { started, send, numberOf, everyone } = await startFullClass({ smtpUrl: mail.smtpUrl })
    await slowPromotions()
    const random = seededRandom(randomSeed)
    const filled: number[] = []
    const [kills, answers] = [repetitions(4, 100), { whole: 0, lost: 0 }]
    const most = { club: 0, postgres: 0 }
    for (let kill = 0; kill < kills; kill += 1) {
      const [seated, line] = [await peopleOf('booked'), await peopleOf('waiting')]
      const asked = Promise.all(seated.map((id) => send(numberOf(id), 'give-back')))
      await waitForChange()
      await wait(random() * capacity * promotionMs)
      if (kill % 2 === 0) most.club = Math.max(most.club, await started.killAndRestart())
      else most.postgres = Math.max(most.postgres, await started.endPostgres('SIGKILL'))
      const statuses = await asked
      const whole = statuses.filter((status) => status === 200).length
      answers.whole += whole
      answers.lost += seated.length - whole
      const seconds = await secondsUntilFilled()
      expect(seconds, 'somebody waits beside a free place').not.toBeNull()
      filled.push(seconds ?? 0)
      await expectNoBrokenInvariants()
      // what was acknowledged is there
      const still = await peopleOf('booked')
      seated.forEach((id, index) => statuses[index] === 200 && expect(still).not.toContain(id))
      // those in are the first of the line, as many as gave back
      const back = still.filter((id) => !seated.includes(id))
      expect(new Set(back)).toEqual(new Set(line.slice(0, back.length)))
      const inside = new Set([...still, ...(await peopleOf('waiting'))].map(numberOf))
      for (const who of everyone.filter((each) => !inside.has(each)))
        expect(await send(who, 'book')).toBe(200)
    }
    expect(answers.lost).toBeGreaterThan(0)
    const { letters, ...wrong } = await countWrongLetters()
    expect(wrong).toEqual({ rolledBack: 0, untold: 0 })
    const handedOver = async () =>
      (await pool.query(`select from letters where letter = 'class-promoted' and handed_over_at is not null`))
        .rowCount
    await expect.poll(handedOver, { timeout: 300_000, interval: 200 }).toBe(letters)
    const sent = (await mail.letters()).filter(({ subject }) => subject?.startsWith('You are in'))
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(letters)
    // a letter that was being handed over comes again with the same Message-ID
    expect(sent.length - letters).toBeLessThanOrEqual(kills)
    reportMeasurement(context, 'Promotions killed', {
      kills,
      'given back and acknowledged': answers.whole,
      'answers lost or refused': answers.lost,
      promoted: letters,
      'letters twice': 0,
      'letters handed over again': sent.length - letters,
      'filled after s, at most': Math.max(...filled).toFixed(1),
      'club back, most ms': Math.round(most.club),
      'PostgreSQL back, most ms': Math.round(most.postgres),
    })
  })

  test('leaves a free place beside the line without both guards, the transaction and the job', async () => {
    const { started, lessonId } = await startFullClass({ without: 'workers' })
    await pool.query(
      `update participants set state = 'cancelled' where id = (select id from participants where lesson_id = $1 and state = 'booked' limit 1)`,
      [lessonId],
    )
    await started.killAndRestart()
    expect(await secondsUntilFilled()).toBeNull()
  })
})
