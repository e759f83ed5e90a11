import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { findPostPage, listPosts } from '#domain/forum/posts.server.ts'
import { listLedger } from '#domain/ledger/ledger.server.ts'
import { readAdminToday, listLatestEvents } from '#domain/overview/day-overview.server.ts'
import { listClubPeople } from '#domain/overview/people.server.ts'
import { setClubTime, useDatabase } from './database.ts'
import { addTrainer, createAdmin, createBooking, createMember } from './factories.ts'
import { findBrokenInvariants } from './invariants.ts'
import { insertPicture } from './picture-fixtures.ts'

// Pages of long lists are exact and cost no more than the first page.

useDatabase({ connections: 1 })

let admin: Person

// 300 days with up to 20 posts each, and 200 days with up to 10 payouts
beforeAll(async () => {
  admin = await createAdmin()
  const { trainerId } = await addTrainer()
  await pool.query(
    `insert into posts (author_id, image_id, caption, created_at)
    select $1, $2, 'Post', now() - day * interval '1 day' - n * interval '61 minutes'
    from generate_series(0, 299) day, generate_series(1, day * 7 % 21) n`,
    [admin.id, await insertPicture(admin.id)],
  )
  await pool.query(
    `insert into payouts (trainer_id, amount_cents, request_key, recorded_by, created_at)
    select $1, 100 + n, day || ' ' || n, $2, now() - day * interval '2 days' - n * interval '3 hours'
    from generate_series(0, 199) day, generate_series(1, day * 3 % 11) n`,
    [trainerId, admin.id],
  )
  await pool.query('analyze posts, post_days')
  await pool.query('analyze payouts')
})

/** Returns the number of rows of the table that `work` reads. */
async function rowsRead(table: string, work: () => Promise<unknown>): Promise<number> {
  const countRead = async () => {
    const { rows } = await pool.query<{ read: number }>(
      'select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = $1',
      [table],
    )
    return rows[0]!.read
  }
  // in one transaction, since PostgreSQL publishes the counts after it
  await pool.query('begin')
  const before = await countRead()
  await work()
  const read = (await countRead()) - before
  await pool.query('rollback')
  return read
}

/** Expects no violated invariant, except that these payouts have no sales. */
const expectRightSums = async () =>
  expect((await findBrokenInvariants()).filter(({ invariant }) => !invariant.startsWith('payouts'))).toEqual(
    [],
  )

const idsOf = async (query: string) => (await pool.query<{ id: string }>(query)).rows.map(({ id }) => id)

test('how many hours are on offer is known without looking at them', async () => {
  expect((await readAdminToday(admin)).slots.total).toBe(3)
  expect(await rowsRead('slots', () => readAdminToday(admin))).toBe(0)
})

test('who has an hour is found without looking at those who have none', async () => {
  const { slotIds } = await addTrainer()
  const member = await createMember()
  await createBooking(slotIds[0]!, member, 'paid')
  await pool.query(`with crowd as (insert into users (id, name, email, email_verified)
    select gen_random_uuid(), 'Crowd', n || '@crowd.example', true from generate_series(1, 300) n returning id)
    insert into members (user_id) select id from crowd`)
  await pool.query('analyze members, users, active_members')
  const list = () => listClubPeople(admin, { shown: 'with an hour' })
  expect((await list()).items.map(({ id }) => id)).toEqual([member.id])
  expect(await rowsRead('members', list)).toBeLessThan(60)
})

describe('forum pagination', () => {
  test('is one list, wherever a page of it begins and whatever was removed', async () => {
    await pool.query(`delete from posts where id in (select id from posts order by md5(id::text) limit 500)
      or created_at between now() - interval '200 days' and now() - interval '130 days'`)
    await expectRightSums()
    const all = await idsOf('select id from posts order by created_at desc, id desc')
    for (const size of [6, 7, 100]) {
      for (let page = 0; page * size < all.length; page += size === 100 ? 1 : 37) {
        const { items, total } = await listPosts({ page, size })
        expect(items.map(({ id }) => id)).toEqual(all.slice(page * size, (page + 1) * size))
        expect(total).toBe(all.length)
      }
    }
    for (const place of [0, 5, 6, 1000, all.length - 1])
      expect(await findPostPage(all[place]!)).toBe(Math.floor(place / 6))
  })

  test('costs as little on its last page as on its first', async () => {
    const { total } = await listPosts()
    const last = Math.floor((total - 1) / 6)
    // a page that spans two months reads the days of both
    for (const page of [0, Math.floor(last / 2), last])
      for (const [table, most] of [['posts', 60] as const, ['post_days', 2 * 31] as const])
        expect(await rowsRead(table, () => listPosts({ page })), `page ${page}`).toBeLessThanOrEqual(most)
    const [oldest] = await idsOf('select id from posts order by created_at, id limit 1')
    for (const [table, most] of [['posts', 60] as const, ['post_days', 31] as const])
      expect(await rowsRead(table, () => findPostPage(oldest!)), table).toBeLessThanOrEqual(most)
  })
})

describe('ledger pagination', () => {
  test.each(['UTC', 'Asia/Kathmandu', 'America/New_York'])(
    'is one list with the balance after each line, by the clock of %s',
    async (zone) => {
      await setClubTime(zone)
      await expectRightSums()
      const { rows } = await pool.query<{ id: string; cents: number }>(
        'select entry_id as id, sum(cents) over (order by entered_at, entry_id)::int as cents from ledger order by entered_at desc, entry_id desc',
      )
      for (const offset of [0, 1, 33, 500, rows.length - 20, rows.length + 1]) {
        const { items, total } = await listLedger(admin, { limit: 40, offset })
        const lines = items.map(({ entryId, balanceCents }) => ({ id: entryId, cents: balanceCents }))
        expect(lines).toEqual(rows.slice(offset, offset + 40))
        expect(total).toBe(rows.length)
      }
    },
  )

  test('costs as little on its last page as on its first', async () => {
    const { total } = await listLedger(admin)
    for (const offset of [0, Math.floor(total / 2), total - 25])
      expect(await rowsRead('payouts', () => listLedger(admin, { limit: 25, offset }))).toBeLessThan(60)
    expect(await rowsRead('payouts', () => listLatestEvents(admin))).toBeLessThan(60)
  })
})
