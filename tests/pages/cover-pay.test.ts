import './production-env.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { payCovers } from '#domain/lessons/covers/cover-payments.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { formatDay } from '#format/days.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

const look = async (path: string, person: Person) => {
  const response = await club.send(path, { headers: { cookie: await cookieFor(person) } })
  expect(response.status, path).toBe(200)
  return outlineOf(await response.text(), 'main')
}

test('the office saves the proposed part for covers; from then on open covers, statements and the ledger show it', async () => {
  const admin = await createAdmin()
  const mira = await createTrainerWithSlots(1)
  const theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
  const ada = await createMember({ name: 'Ada Moss' })
  const bookingId = await createBooking(mira.slots[0]!.id, ada, 'paid')
  const lessons = await db
    .selectFrom('lessons')
    .where('bookingId', '=', bookingId)
    .orderBy('onDate')
    .select(['id', 'onDate'])
    .execute()
  const { id, onDate } = lessons[3]!
  await declareAbsence(mira.person, { fromDay: onDate, untilDay: onDate })
  expect((await look('/dashboard/covers', theo.person)).text).toContain(
    'Mira Okafor is away. The first to take it',
  )

  const policies = await look('/dashboard/policies', admin)
  expect(policies.text).toContain('A proposal: nothing moves until you save it. 0 to 100.')
  const fields = { ...(await db.selectFrom('policies').selectAll().executeTakeFirstOrThrow()) }
  const body = new URLSearchParams(
    Object.entries({ ...fields, coverPercent: 100 }).map(([name, value]) => [
      name,
      String(value).replace(/^(\d\d:\d\d):00$/, '$1'),
    ]),
  )
  body.set('version', String(fields.version))
  const headers = { cookie: await cookieFor(admin), origin: siteOrigin }
  expect((await club.send('/dashboard/policies', { method: 'POST', headers, body })).status).toBe(302)
  expect((await look('/dashboard/policies', admin)).text).not.toContain('A proposal')

  const cents = Math.floor(7000 / lessons.length)
  const pays = `Pays ${formatMoney(cents)}.`
  expect((await look('/dashboard/covers', theo.person)).text).toContain(
    `Mira Okafor is away. ${pays} The first to take it`,
  )
  expect((await look('/dashboard/covers', admin)).text).toContain(
    `No one has taken it yet. ${pays} Called off`,
  )
  await takeCover(theo.person, id)
  // the lesson was yesterday
  const { day } = await db
    .updateTable('lessons')
    .set({ onDate: sql<string>`club_today() - 1` })
    .where('id', '=', id)
    .returning('onDate as day')
    .executeTakeFirstOrThrow()
  await payCovers()
  const hour = `${formatDay(day)}, 06:00, Ada Moss`
  const money = (signed: number) => formatMoneyWithCents(signed)
  const his = await look(`/dashboard/statement/${theo.trainerId}`, theo.person)
  expect(his.text).toContain(`Given for Mira Okafor: ${hour}`)
  expect(his.text).toContain(`Owed now ${money(cents)}`)
  const hers = await look(`/dashboard/statement/${mira.trainerId}`, mira.person)
  expect(hers.text).toContain(`Given by Theo Marchetti: ${hour}`)
  expect(hers.text).toContain(`Owed now ${money(7000 - cents)}`)
  const balance = await look('/dashboard/balance', admin)
  expect(balance.text).toMatch(/Gave the hour .*Was covered /)
})
