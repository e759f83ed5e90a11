import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countStatements } from '#tests/count-statements.ts'
import { useDatabase } from '#tests/database.ts'
import { db, transaction } from '#db/client.ts'
import { settleAll, outsideBatch, batchReads } from './statement-batching.ts'

useDatabase()
beforeAll(async () => {
  await sql`create table notes (number integer, words text, told timestamptz, day date, flag boolean, tags text[],
    facts jsonb, share numeric, big bigint)`.execute(db)
  await sql`insert into notes values
    (1, 'Rings, "ropes" \\ and é 😀', '2026-11-22 09:00:00.123+00', '2026-11-22', true, '{a,"b c"}', '{"a": [1, null]}', 1.50, 9000000000),
    (2, null, null, null, false, null, null, null, null), (3, '', 'infinity', '1999-01-01', null, '{}', '[]', 0, 0)`.execute(
    db,
  )
})

const counted = <Answer>(work: () => Promise<Answer>) =>
  countStatements(async () => ({ answer: await work() }))

const allNotes = () => sql`select *, number + ${1} as next from notes order by number desc`.execute(db)
const numbersFrom = (number: number) =>
  sql<{ number: number }>`select number from notes where number >= ${number} order by number`.execute(db)
const noNote = () => sql`select words from notes where number = ${7}`.execute(db)
const three = () => Promise.all([allNotes(), numbersFrom(2), noNote()])

test('what is asked in one moment is one statement, and answers what each answers alone', async () => {
  const apart = await counted(three)
  await batchReads(three)
  const together = await counted(() => batchReads(three))
  expect([apart.statements, together.statements]).toEqual([3, 1])
  expect(together.answer.map(({ rows }) => rows)).toEqual(apart.answer.map(({ rows }) => rows))
})

test('what needs an answer first is asked in a moment of its own', async () => {
  const inTurn = async () => {
    const [first] = (await numbersFrom(2)).rows
    return Promise.all([numbersFrom(first!.number + 1), noNote()])
  }
  await batchReads(inTurn)
  expect((await counted(() => batchReads(inTurn))).statements).toBe(2)
})

test('what two people ask is never one statement', async () => {
  const both = () => Promise.all([batchReads(() => numbersFrom(1)), batchReads(() => numbersFrom(3))])
  const { answer, statements: asked } = await counted(both)
  expect([asked, ...answer.map(({ rows }) => rows.length)]).toEqual([2, 3, 1])
})

test('what fails fails alone', async () => {
  const halves = (number: number) => sql`select 6 / ${number}::int as half`.execute(db)
  await batchReads(() => halves(2))
  const [wrong, right] = await batchReads(() => Promise.allSettled([halves(0), numbersFrom(3)]))
  expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled'])
  expect(right).toMatchObject({ value: { rows: [{ number: 3 }] } })
})

test('of several that refuse the first in the list counts, once nothing is under way', async () => {
  const ended: string[] = []
  const refuse = async (word: string, asked: Promise<unknown>) => {
    await asked
    ended.push(word)
    throw new Error(word)
  }
  const late = numbersFrom(1).then(noNote)
  const asked = [refuse('first', late), refuse('second', Promise.resolve())] as const
  await expect(settleAll(asked)).rejects.toThrow('first')
  expect(ended).toEqual(['second', 'first'])
})

test('a write, a lock and a transaction are what they are alone', async () => {
  const counts = await batchReads(async () => {
    await Promise.all([numbersFrom(1), sql`insert into notes (number) values (4)`.execute(db)])
    const seen = await transaction(async (trx) => {
      await sql`insert into notes (number) values (5)`.execute(trx)
      await sql`select number from notes where number = 5 for update`.execute(trx)
      const { rows } = await sql`select number from notes where number > 3`.execute(trx)
      return rows.length
    })
    const { rows } = await outsideBatch(() => numbersFrom(4))
    return [seen, rows.length]
  })
  expect(counts).toEqual([2, 2])
})
