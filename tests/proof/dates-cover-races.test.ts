import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import { createPaidBooking, createTrainerWithSlots, useSandbox, type TestTrainer } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { timeoutFor, reportMeasurement, repetitions } from './test-scale.ts'

// Concurrent absences, covers and cancellations: a lesson has one outcome, and no trainer has two lessons at once.

useDatabase()
let sandbox: Sandbox
let covers: Person[]
beforeAll(async () => {
  sandbox = useSandbox()
  covers = []
  for (let count = 0; count < 10; count += 1) covers.push((await createTrainerWithSlots(1)).person)
})

type SoldLesson = { trainer: TestTrainer; buyer: Person; lessonId: string; day: string }

/** A lesson more than a week ahead, at the hour of every trainer's first slot. */
async function sellHour(): Promise<SoldLesson> {
  const trainer = await createTrainerWithSlots(1)
  const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', trainer.slots[0]!.id)
  const { rows } = await pool.query<{ id: string; day: string }>(
    `select id, on_date::text as day from lessons where booking_id = $1 and on_date > club_today() + 7 order by on_date limit 1`,
    [bookingId],
  )
  return { trainer, buyer, lessonId: rows[0]!.id, day: rows[0]!.day }
}

const leave = ({ trainer, day }: SoldLesson) =>
  declareAbsence(trainer.person, { fromDay: day, untilDay: day })

const succeeds = (act: Promise<unknown>) =>
  act.then(
    () => true,
    () => false,
  )

describe('absence, covers and cancellation at once', () => {
  afterEach(expectNoBrokenInvariants)

  test(
    'leave it given back, or given by one of them, or wanted',
    { timeout: timeoutFor(240_000, 600_000) },
    async (context) => {
      const ends = { 'given back': 0, covered: 0, wanted: 0 }
      const rounds = repetitions(2, 100)
      for (let round = 0; round < rounds; round += 1) {
        const sold = await sellHour()
        // alternately during the absence's creation, and after it
        const isWanted = round % 2 === 1
        const away = leave(sold)
        if (isWanted) await away
        const take = (person: Person) => succeeds(takeCover(person, sold.lessonId))
        const early = isWanted ? covers.map(take) : []
        const back = succeeds(cancelLesson(sold.buyer, sold.lessonId))
        const late = isWanted ? [] : covers.map(take)
        await away
        const isBack = await back
        const winners = (await Promise.all([...early, ...late])).filter((isTaken) => isTaken).length
        const { rows } = await pool.query(
          `select state, instead_of is not null as covered, cover_until is not null as wanted,
          (select count(*) from letters where letter = 'hour-covered' and user_id = $2) as told
        from lessons where id = $1`,
          [sold.lessonId, sold.buyer.id],
        )
        expect(rows[0]).toEqual({
          state: isBack ? 'called_off' : 'planned',
          covered: winners === 1,
          wanted: !isBack && winners === 0,
          told: winners,
        })
        ends.covered += winners
        if (isBack) ends['given back'] += 1
        else if (winners === 0) ends.wanted += 1
      }
      reportMeasurement(context, 'Absence, ten covers and giving back at once', { rounds, ...ends })
    },
  )
})

/** Two trainers are away at the same hour, and a third takes both lessons concurrently. */
async function takeTwoAtOnce(): Promise<{ taken: number; atOnce: number }> {
  const [first, second] = [await sellHour(), await sellHour()]
  await Promise.all([leave(first), leave(second)])
  const cover = await createTrainerWithSlots(1)
  const line = await pool.connect()
  // both transactions have read the hour as free before either writes
  await line.query('begin')
  await line.query('select from trainers where id = $1 for update', [cover.trainerId])
  const tries = [first, second].map(({ lessonId }) => takeCover(cover.person, lessonId))
  const ended = Promise.allSettled(tries)
  await waitForLocks(2)
  await line.query('commit')
  line.release()
  const taken = (await ended).filter(({ status }) => status === 'fulfilled').length
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from lessons where trainer_id = $1 and state = 'planned'`,
    [cover.trainerId],
  )
  return { taken, atOnce: rows[0]!.count }
}

describe('taking two covers of one time at once', () => {
  test('gives one of them', async () => {
    expect(await takeTwoAtOnce()).toEqual({ taken: 1, atOnce: 1 })
  })

  test('gives both without the guards, the lock on the hours of a person and the index of one lesson an hour', async () => {
    await pool.query(`alter table lessons drop constraint trainer_in_one_place;
      create or replace function advisory_lock(name text) returns void language sql as 'select null::void'`)
    expect(await takeTwoAtOnce()).toEqual({ taken: 2, atOnce: 2 })
  })
})
