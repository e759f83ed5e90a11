import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { listOwnActs } from '#domain/activity/activity-log.server.ts'
import type { Person } from '#domain/actor.ts'
import { can, permissions, type Permission } from '#domain/permissions.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { addMember } from './add-member.server.ts'
import { changeDuty } from './change-duty.server.ts'

useDatabase()

const accessOf = (id: string) =>
  db
    .selectFrom('members')
    .where('userId', '=', id)
    .select(['role', 'duty', 'roleVersion'])
    .executeTakeFirstOrThrow()

describe('changeDuty', () => {
  test('an admin gives reception and takes it, and each change ends bearer tokens', async () => {
    const admin = await createAdmin()
    const { id } = await createMember()
    await changeDuty(admin, id, 'reception')
    await changeDuty(admin, id, 'reception')
    expect(await accessOf(id)).toEqual({ role: 'member', duty: 'reception', roleVersion: 1 })
    await changeDuty(admin, id, null)
    expect(await accessOf(id)).toEqual({ role: 'member', duty: null, roleVersion: 2 })
    const audit = await db
      .selectFrom('auditEntries')
      .where('subjectId', '=', id)
      .select(['action', 'actorId', 'after'])
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { action: 'change duty', actorId: admin.id, after: { duty: 'reception' } },
      { action: 'change duty', actorId: admin.id, after: { duty: null } },
    ])
  })

  test('nobody else gives it, not even reception', async () => {
    const { id } = await createMember()
    const reception: Person = { ...(await createMember()), duty: 'reception' }
    const { person: trainer } = await createTrainerWithSlots()
    for (const actor of [reception, trainer, await createMember()])
      expect(await rejectionOf(changeDuty(actor, id, 'reception'))).toMatchObject({ code: 'forbidden' })
    expect(await accessOf(id)).toMatchObject({ duty: null })
  })

  test('an admin and a person without a sign-in are refused', async () => {
    const admin = await createAdmin()
    expect(await rejectionOf(changeDuty(admin, admin.id, 'reception'))).toMatchObject({ code: 'conflict' })
    const { id } = await addMember(admin, { name: 'Otto Brandt' })
    expect(await rejectionOf(changeDuty(admin, id, 'reception'))).toMatchObject({ code: 'conflict' })
  })
})

describe('reception', () => {
  test('may work at the desk, and neither read the balance nor change settings nor erase', () => {
    const reception = { role: 'member', duty: 'reception' } as const
    const held = (Object.keys(permissions) as Permission[]).filter((permission) => can(reception, permission))
    expect(held.toSorted()).toEqual([
      'account.protected',
      'attendance.mark',
      'attendance.markAll',
      'bookings.forMembers',
      'bookings.readAll',
      'changes.tell',
      'changes.tellAll',
      'desk.use',
      'guardians.change',
      'lessons.readAll',
      'members.add',
      'members.changeContact',
      'members.contact',
      'members.invite',
      'members.read',
      'notes.write',
      'receipts.readAll',
      'roster.read',
      'visits.record',
      'waivers.collect',
    ])
  })

  test('a trainer at reception keeps the permissions of trainers', () => {
    const both = { role: 'trainer', duty: 'reception' } as const
    expect([can(both, 'lessons.give'), can(both, 'desk.use'), can(both, 'refunds.make')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('what reception did is in the audit log under their name', async () => {
    const reception: Person = { ...(await createMember({ name: 'Olga Petrowa' })), duty: 'reception' }
    const { id } = await addMember(reception, { name: 'Otto Brandt' })
    const { items } = await listOwnActs(reception)
    expect(items).toMatchObject([{ action: 'add member', actorName: 'Olga Petrowa', subjectId: id }])
    expect((await listOwnActs(await createMember())).items).toEqual([])
  })
})
