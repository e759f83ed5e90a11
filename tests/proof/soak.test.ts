import { expect, test, vi } from 'vitest'
import { db, pool } from '#db/client.ts'
import { ensureBuild } from '#scripts/build.ts'
import { cookieFor } from '#tests/api-server.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { startKillableClub } from './killable-club.ts'
import { createBuyers, createFreeSlots } from './stripe-club.ts'
import { reportMeasurement, repetitions } from './test-scale.ts'

// Hours of load in minutes: repeated reads and writes, while memory, open files and database connections are
// monitored.

vi.setConfig({ testTimeout: 3_600_000 })

const requests = repetitions(20_000, 200_000)
const atOnce = 24

test('a club that answers for hours takes no more memory, files or connections than after its first minutes', async (context) => {
  await ensureBuild()
  const club = await startKillableClub({ program: 'scripts/start.ts' })
  try {
    const [people] = await Promise.all([createBuyers(20), createFreeSlots(60)])
    const cookies = await Promise.all(people.map(cookieFor))
    const values = await Promise.all(
      people.map(async ({ id }) => ({ authorId: id, caption: 'Rings', imageId: await insertPicture(id) })),
    )
    const posts = (await db.insertInto('posts').values(values).returning('id').execute()).map(({ id }) => id)
    const { rows } = await pool.query<{ id: string }>('select id from trainers')
    const trainers = rows.map(({ id }) => id)
    const seen: { mb: number; files: number; connections: number }[] = []
    const wrong = new Set<string>()
    let sent = 0
    const look = async () => {
      const { rows: found } = await pool.query<{ count: number }>(
        'select count(*)::int as count from pg_stat_activity where datname = current_database()',
      )
      seen.push({ mb: club.memory(), files: club.files(), connections: found[0]!.count })
    }
    const ask = async (number: number) => {
      const cookie = cookies[number % cookies.length]!
      const headers = { Cookie: cookie, Origin: club.url }
      const turns: (() => Promise<Response>)[] = [
        () => fetch(`${club.url}/`),
        () => fetch(`${club.url}/trainers/${trainers[number % trainers.length]}`, { headers }),
        () => fetch(`${club.url}/forums.data`, { headers }),
        () => fetch(`${club.url}/dashboard`, { headers }),
        () => fetch(`${club.url}/api/trainers`),
        () => fetch(`${club.url}/api/nothing-${number}`),
        () =>
          fetch(`${club.url}/forums.data`, {
            method: 'POST',
            headers,
            body: new URLSearchParams({ postId: posts[number % posts.length]!, kind: 'likes' }),
          }),
        () =>
          fetch(`${club.url}/dashboard/profileSettings.data`, {
            method: 'POST',
            headers,
            body: new URLSearchParams({
              intent: 'profile',
              name: `Nora ${number}`,
              heightCm: '170',
              age: '30',
              description: 'x'.repeat(number % 400),
            }),
          }),
      ]
      const answer = await turns[number % turns.length]!()
      await answer.arrayBuffer()
      if (answer.status >= 500) wrong.add(`${number % turns.length}: ${answer.status}`)
    }
    const began = performance.now()
    const worker = async () => {
      while (sent < requests) {
        const number = (sent += 1)
        await ask(number)
        if (number % (requests / 100) === 0) await look()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    const seconds = (performance.now() - began) / 1000
    expect([...wrong]).toEqual([])
    const quarter = seen.length / 4
    const middle = (of: keyof (typeof seen)[number], from: number) =>
      seen
        .slice(from, from + quarter)
        .map((each) => each[of])
        .toSorted((one, other) => one - other)[Math.floor(quarter / 2)]!
    const [early, late] = [Math.floor(quarter), Math.floor(3 * quarter)]
    reportMeasurement(context, 'Soak', {
      requests,
      seconds: Math.round(seconds),
      'MB in the second quarter': Math.round(middle('mb', early)),
      'MB in the last': Math.round(middle('mb', late)),
      'files then': `${middle('files', early)} and ${middle('files', late)}`,
      'connections then': `${middle('connections', early)} and ${middle('connections', late)}`,
      '5xx': 0,
    })
    expect(middle('mb', late) - middle('mb', early)).toBeLessThan(repetitions(80, 40))
    expect(middle('files', late) - middle('files', early)).toBeLessThan(10)
    expect(Math.max(...seen.slice(late).map(({ connections }) => connections))).toBeLessThan(25)
  } finally {
    await club.stop()
  }
})
