import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import {
  becomeFirstAdmin,
  inviteFirstAdmin,
  isFirstAdminInvited,
  requireInvitation,
} from './first-admin.server.ts'

useDatabase()

const invite = async () => (await inviteFirstAdmin()).replace('/firstAdmin/', '')

// order matters: after the last of these tests the club has an admin
describe('the one-time link of the first admin', () => {
  test('is known by no other code, needs an account, and ends with a newer one and after a day', async () => {
    expect(await isFirstAdminInvited()).toBe(false)
    const older = await invite()
    expect(await isFirstAdminInvited()).toBe(true)
    const code = await invite()
    const person = await createMember()
    expect((await rejectionOf(becomeFirstAdmin(visitor, code))).code).toBe('unauthenticated')
    for (const odd of [older, 'nonsense', '']) {
      expect((await rejectionOf(requireInvitation(odd))).code).toBe('not-found')
      expect((await rejectionOf(becomeFirstAdmin(person, odd))).code).toBe('not-found')
    }
    await db
      .updateTable('club')
      .set({ firstAdminUntil: new Date(0) })
      .execute()
    expect((await rejectionOf(becomeFirstAdmin(person, code))).code).toBe('not-found')
    expect(await isFirstAdminInvited()).toBe(false)
  })

  test('makes one person the admin, however many open it at once, and nobody after', async () => {
    const code = await invite()
    const people = await Promise.all([createMember(), createMember(), createMember()])
    const outcomes = await Promise.allSettled(people.map((person) => becomeFirstAdmin(person, code)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const admins = await db.selectFrom('members').select('userId').where('role', '=', 'admin').execute()
    expect(admins).toHaveLength(1)
    expect((await rejectionOf(becomeFirstAdmin(people[0], code))).code).toBe('not-found')
    expect((await rejectionOf(inviteFirstAdmin())).code).toBe('conflict')
  })
})
