import { describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { rejectionOf, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { makeTrainer } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { addSlot } from './own-slots.server.ts'
import { describeAccount, describePeople, grantRole } from './roles.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()

const roleOf = async (email: string) => (await describeAccount(email)).role

describe('grantRole by the operator', () => {
  test('sees whose account it is before giving a role', async () => {
    const { person } = await signUpUser()
    expect(await describeAccount(person.email.toUpperCase())).toEqual({
      id: person.id,
      name: 'Nora Lind',
      email: person.email,
      role: 'member',
      createdAt: expect.any(Date),
    })
    expect((await rejectionOf(describeAccount('nobody@example.com'))).code).toBe('not-found')
    expect((await rejectionOf(grantRole('nobody@example.com', 'admin'))).code).toBe('not-found')
  })

  test('makes an admin, which stands in the audit log and in the person’s own', async () => {
    const { person } = await signUpUser()
    expect(await grantRole(person.email, 'admin')).toMatchObject({ before: 'member', after: 'admin' })
    expect(await grantRole(person.email, 'admin')).toMatchObject({ before: 'admin', after: 'admin' })
    const audit = await db
      .selectFrom('auditEntries')
      .select(['actorId', 'action', 'before', 'after'])
      .where('subjectId', '=', person.id)
      .execute()
    expect(audit).toEqual([
      { actorId: null, action: 'change role', before: { role: 'member' }, after: { role: 'admin' } },
    ])
    const log = await db.selectFrom('activities').select('summary').where('userId', '=', person.id).execute()
    expect(log.map(({ summary }) => summary)).toContain('You became an admin')
  })

  test('cannot take away the last admin, not even by two demotions at once', async () => {
    const people = [(await signUpUser()).person, (await signUpUser()).person]
    for (const { email } of people) await grantRole(email, 'admin')
    const ids = people.map(({ id }) => id)
    await db
      .updateTable('members')
      .set({ role: 'member' })
      .where('role', '=', 'admin')
      .where('userId', 'not in', ids)
      .execute()
    const results = await Promise.allSettled(people.map(({ email }) => grantRole(email, 'member')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => [reason.code, reason.message])).toEqual([
      ['conflict', 'This is the last admin. Make someone else an admin first.'],
    ])
    const left = await db.selectFrom('members').select('userId').where('role', '=', 'admin').execute()
    expect(left).toHaveLength(1)
  })

  test('is told the truth when something else goes wrong than the last admin going', async () => {
    const { person } = await signUpUser()
    const typed = 'chairman' as 'admin'
    await expect(grantRole(person.email, typed)).rejects.not.toMatchObject({ code: 'conflict' })
    expect(await roleOf(person.email)).toBe('member')
  })

  test('retires a trainer by taking the role back', async () => {
    const { person } = await signUpUser()
    await makeTrainer(person)
    await addSlot({ ...person, role: 'trainer' }, { name: 'Evening', startHour: 19, price: 50 })
    expect(await grantRole(person.email, 'member')).toEqual({
      before: 'trainer',
      after: 'member',
      vacated: { toCover: 0, calledOff: 0 },
    })
    const trainer = await db
      .selectFrom('trainers')
      .select(['id', 'retiredAt'])
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(trainer.retiredAt).toBeInstanceOf(Date)
    const record = await db
      .selectFrom('auditEntries')
      .select(['action', 'after'])
      .where('subjectId', '=', trainer.id)
      .execute()
    expect(record).toEqual([{ action: 'retire trainer', after: { removedSlots: 1, hours: 0 } }])
  })

  test('withdraws an open application by making the applicant an admin', async () => {
    const { person } = await signUpUser()
    await transaction(async (trx) => {
      await trx.updateTable('members').set({ role: 'applied' }).where('userId', '=', person.id).execute()
      await trx
        .insertInto('trainerApplications')
        .values({ userId: person.id, name: 'Nora', yearsOfExperience: 3, hoursADay: 2, weekdays: ['Monday'] })
        .execute()
    })
    await grantRole(person.email, 'admin')
    expect(await roleOf(person.email)).toBe('admin')
    const { state } = await db
      .selectFrom('trainerApplications')
      .select('state')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('withdrawn')
  })
})

describe('describePeople', () => {
  test('is told newest first, by role when asked', async () => {
    const { person } = await signUpUser()
    const all = await describePeople({ limit: 1 })
    expect(all.items).toMatchObject([{ email: person.email }])
    expect(all.total).toBeGreaterThan(1)
    const admins = await describePeople({ role: 'admin' })
    expect(admins.items.every(({ role }) => role === 'admin')).toBe(true)
    expect(admins.total).toBe(admins.items.length)
  })
})
