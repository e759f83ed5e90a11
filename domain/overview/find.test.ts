import { describe, expect, test } from 'vitest'
import { visitor } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { find } from './find.server.ts'

useDatabase()

describe('find', () => {
  test('an admin finds people by a part of the name, and one alone by the whole address', async () => {
    const admin = await createAdmin()
    const noor = await createMember({ name: 'Noor Findable', email: 'noor.findable@club.test' })
    await createMember({ name: 'Noora Findable', email: 'noora.findable@club.test' })
    const { people } = await find(admin, 'findable')
    expect(people.map(({ name }) => name).toSorted()).toEqual(['Noor Findable', 'Noora Findable'])
    expect(await find(admin, 'Noor.Findable@club.test')).toMatchObject({
      people: [{ id: noor.id }],
      trainers: [],
      isExact: true,
    })
    expect((await find(admin, 'n')).people).toEqual([])
  })

  test('a member and a trainer find no one of the office’s people, and everybody finds a trainer', async () => {
    await createTrainerWithSlots(1, { name: 'Findable Trainer' })
    const member = await createMember({ name: 'Hidden Person', email: 'hidden.person@club.test' })
    expect((await find(member, 'hidden')).people).toEqual([])
    expect((await find(member, 'findable t')).trainers).toMatchObject([{ name: 'Findable Trainer' }])
    expect(await rejectionOf(find(visitor, 'hidden'))).toMatchObject({ code: 'unauthenticated' })
  })
})
