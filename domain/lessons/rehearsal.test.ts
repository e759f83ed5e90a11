import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { bookClass, giveBackClass } from './classes/class-booking.server.ts'
import type { PoliciesInput } from './policies.input.ts'
import { readPolicySettings } from './policies.server.ts'
import { rehearsePolicies } from './rehearsal.server.ts'

useDatabase()
let admin: Person
let current: PoliciesInput
let inTime: Person
let late: Person
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-16T12:00:00+01:00')
  admin = await createAdmin()
  const { values } = await readPolicySettings(admin)
  current = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value)]),
  ) as PoliciesInput
  // a class at 18:30: free until 15:30
  const { lessonId } = await addClassDate(admin)
  const missing = await createMember()
  ;[inTime, late] = [await createMember(), await createMember()]
  const people = [inTime, late, missing]
  await giveClasses(people, 5)
  for (const person of people) await bookClass(person, lessonId)
  await setClubTime('Europe/Rome', '2026-11-19T15:00:00+01:00')
  await giveBackClass(inTime, lessonId)
  await setClubTime('Europe/Rome', '2026-11-19T16:00:00+01:00')
  await giveBackClass(late, lessonId)
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  await sql`update participants set attendance = 'missed', marked_by = ${admin.id} where member_id = ${missing.id}`.execute(
    db,
  )
})

const rehearse = (change: Partial<PoliciesInput> = {}) => rehearsePolicies(admin, { ...current, ...change })

describe('rehearsePolicies', () => {
  test('the same rules are the history, and one altered event is not', async () => {
    expect(await rehearse()).toMatchObject({
      places: 3,
      lost: { total: 0 },
      kept: { total: 0 },
      tooEarly: 0,
    })
    await sql`alter table participants disable trigger participant_transitions`.execute(db)
    const move = (hours: number) =>
      sql`update participants set changed_at = changed_at + make_interval(hours => ${hours}) where member_id = ${inTime.id}`.execute(
        db,
      )
    await move(1)
    expect((await rehearse()).lost.items).toMatchObject([{ memberId: inTime.id, outcome: 'given back' }])
    await move(-1)
    await sql`alter table participants enable trigger participant_transitions`.execute(db)
  })

  test('names who would have lost a class, and who would have kept one', async () => {
    expect((await rehearse({ classCancellationHours: '6' })).lost.items).toMatchObject([
      { memberId: inTime.id, title: 'Night Ride', day: '2026-11-19' },
    ])
    expect((await rehearse({ classCancellationHours: '2' })).kept.items).toMatchObject([
      { memberId: late.id },
    ])
    expect((await rehearse({ missedCosts: 'false' })).kept.items).toMatchObject([{ outcome: 'missed' }])
    expect((await rehearse({ lateCosts: 'false' })).kept.items).toMatchObject([{ memberId: late.id }])
    expect((await rehearse({ bookAheadDays: '2' })).tooEarly).toBe(3)
  })

  test('refuses wrong rules and people without the permission', async () => {
    expect((await rejectionOf(rehearse({ graceMinutes: 'x' }))).code).toBe('invalid')
    expect((await rejectionOf(rehearsePolicies(late, current))).code).toBe('forbidden')
  })
})
