import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { changePassword, signIn } from '#sign-in/accounts.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import type { ChangePasswordInput } from '#sign-in/sign-in.input.ts'
import { requestContext, cookieOf, rejectionOf, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { insertPicture, useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { profileFields } from './members.input.ts'
import {
  changeContactDetails,
  changePortrait,
  getAccount,
  readGreetingName,
  updateProfile,
} from './profile.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()

const profile = {
  name: 'Nora M. Lind',
  heightCm: '172',
  age: 31,
  bloodGroup: 'AB-',
  skills: ['Patience', 'Exercide Physiology'],
  description: 'Runs.\nSwims.',
  telephone: '+49 (30) 123-45/6',
  preferredName: 'Mrs Lind',
}

describe('updateProfile', () => {
  test('is saved, and the name is the display name from then on', async () => {
    const { person, cookie } = await signUpUser()
    await updateProfile(person, profile)
    expect(await getAccount(person, person.email)).toMatchObject({
      ...profile,
      heightCm: 172,
      skills: ['Exercide Physiology', 'Patience'],
      role: 'member',
      trainerId: null,
    })
    expect(await resolveActor(new Headers({ cookie }))).toMatchObject({ name: 'Nora M. Lind' })
    const log = await db.selectFrom('activities').select('kind').where('userId', '=', person.id).execute()
    expect(log.map(({ kind }) => kind)).toEqual(['account', 'profile'])
  })

  test('of somebody who trains here gives their hours the new name as well, and one that was not renamed leaves it', async () => {
    const { person } = await createTrainerWithSlots(1, { name: 'Mira Okafor' })
    const nameOf = async () =>
      (await db.selectFrom('trainers').where('userId', '=', person.id).select('name').executeTakeFirst())
        ?.name
    await db.updateTable('trainers').set({ name: 'Coach Mira' }).where('userId', '=', person.id).execute()
    await updateProfile(person, { ...profile, name: person.name })
    expect(await nameOf()).toBe('Coach Mira')
    await updateProfile(person, { ...profile, name: 'Mira  Adeyemi' })
    expect(await nameOf()).toBe('Mira Adeyemi')
  })

  test('may be nearly empty, and saving it unchanged is a success', async () => {
    const { person } = await signUpUser()
    const empty = {
      name: 'Nora',
      heightCm: '',
      age: '',
      bloodGroup: '',
      description: '',
      telephone: '',
      preferredName: '',
    }
    const nothing = {
      heightCm: null,
      age: null,
      bloodGroup: null,
      skills: [],
      description: '',
      telephone: '',
      preferredName: '',
    }
    const saved = await updateProfile(person, empty)
    expect(saved).toEqual({ name: 'Nora', ...nothing })
    for (const skills of ['', null, []] as const) {
      await updateProfile(person, profile)
      expect(await updateProfile(person, { ...empty, skills, description: null })).toMatchObject(nothing)
    }
    expect(await updateProfile(person, saved)).toEqual(saved)
  })

  test('leaves the fields that are left out as they are', async () => {
    const { person } = await signUpUser()
    const saved = await updateProfile(person, profile)
    for (const left of profileFields)
      expect(await updateProfile(person, { ...saved, [left]: undefined })).toEqual(saved)
    expect(await updateProfile(person, { name: saved.name })).toEqual(saved)
    expect(await getAccount(person, person.email)).toMatchObject(saved)
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['heightCm', 49],
    ['heightCm', 261],
    ['heightCm', 170.5],
    ['heightCm', 1e308],
    ['heightCm', 'tall'],
    ['age', 9],
    ['age', 121],
    ['age', true],
    ['bloodGroup', 'C+'],
    ['bloodGroup', 4],
    ['skills', ['Juggling']],
    ['skills', 'Patience'],
    ['description', 'x'.repeat(2_001)],
    ['description', 5],
    ['telephone', 'call me'],
    ['telephone', '1'.repeat(41)],
    ['telephone', 5],
    ['preferredName', 'x'.repeat(101)],
    ['preferredName', 5],
  ])('%s cannot be %j', async (field, value) => {
    const person = { kind: 'person', id: randomUUID(), role: 'member' } as Person
    const error = await rejectionOf(updateProfile(person, { ...profile, [field]: value }))
    expect(error.code).toBe('invalid')
    expect(Object.keys(error.errors)[0]).toMatch(new RegExp(`^${field}`))
  })

  test('is nobody else’s to see but an admin’s', async () => {
    const { person } = await signUpUser()
    const { person: other } = await signUpUser()
    expect((await rejectionOf(getAccount(other, person.email))).code).toBe('not-found')
    expect((await rejectionOf(getAccount(other, 'nobody@example.com'))).code).toBe('not-found')
    expect((await rejectionOf(getAccount(visitor, person.email))).code).toBe('unauthenticated')
    expect(await getAccount({ ...other, role: 'admin' }, person.email)).toMatchObject({ id: person.id })
    expect((await rejectionOf(updateProfile(visitor, profile))).code).toBe('unauthenticated')
  })
})

describe('profile photo', () => {
  test('is changed to an upload of one’s own, never to somebody else’s', async () => {
    const { person, cookie } = await signUpUser()
    const own = await insertPicture(person.id)
    const foreign = await insertPicture((await signUpUser()).person.id)
    await changePortrait(person, own)
    for (const id of [foreign, await insertPicture(), 'nothing', ''])
      expect((await rejectionOf(changePortrait(person, id))).code).toBe('not-found')
    expect(await resolveActor(new Headers({ cookie }))).toMatchObject({ portrait: { id: own } })
  })
})

describe('changePassword', () => {
  test('is changed with the current one, which ends every other session', async () => {
    const { person, cookie, password } = await signUpUser()
    const elsewhere = cookieOf(await signIn(requestContext(), { email: person.email, password }))
    const input = { currentPassword: password, newPassword: 'Gymnasium2&' }
    const changed = await changePassword(requestContext({ cookie }), person, input)
    for (const ended of [cookie, elsewhere])
      expect(await resolveActor(new Headers({ cookie: ended }))).toEqual(visitor)
    expect(await resolveActor(new Headers({ cookie: cookieOf(changed) }))).toMatchObject({ id: person.id })
    expect((await rejectionOf(signIn(requestContext(), { email: person.email, password }))).code).toBe(
      'invalid',
    )
    await signIn(requestContext(), { email: person.email, password: input.newPassword })
  })

  test('stays when the current one is wrong or the new one breaks the rules', async () => {
    const { person, cookie, password } = await signUpUser()
    const change = (input: ChangePasswordInput) =>
      rejectionOf(changePassword(requestContext({ cookie }), person, input))
    const wrong = await change({ currentPassword: 'Palestra9!', newPassword: 'Gymnasium2&' })
    expect(wrong.errors).toEqual({ currentPassword: ['This isn’t your current password.'] })
    const plain = await change({ currentPassword: password, newPassword: 'gymnasium' })
    expect(Object.keys(plain.errors)).toEqual(['newPassword'])
    const same = await change({ currentPassword: password, newPassword: password })
    expect(same.errors).toEqual({ newPassword: ['This is already your password.'] })
    await signIn(requestContext(), { email: person.email, password })
  })
})

describe('changeContactDetails', () => {
  const details = { telephone: '+49 30 5', preferredName: 'Mimi' }

  test('the office enters a telephone and how somebody is greeted, once and without the values in the audit log', async () => {
    const { person } = await signUpUser()
    const admin = await createAdmin()
    expect(await readGreetingName({ ...person, name: 'Nora Lind' })).toBe('Nora')
    for (const _ of [1, 2]) await changeContactDetails(admin, person.id, details)
    expect(await getAccount(person, person.email)).toMatchObject(details)
    expect(await readGreetingName(person)).toBe('Mimi')
    const entries = await db
      .selectFrom('auditEntries')
      .where('subjectId', '=', person.id)
      .select(['action', 'after'])
      .execute()
    expect(entries).toEqual([
      { action: 'change contact', after: { changed: ['telephone', 'preferredName'] } },
    ])
    const acts = await db
      .selectFrom('activities')
      .where('userId', '=', person.id)
      .where('kind', '=', 'profile')
      .orderBy('summary', 'desc')
      .select('summary')
      .execute()
    expect(acts).toEqual([
      { summary: 'The office changed your telephone' },
      { summary: 'The office changed your form of address' },
    ])
  })

  test('members and trainers enter none for others, and a wrong telephone changes nothing', async () => {
    const { person } = await signUpUser()
    for (const actor of [await createMember(), (await createTrainerWithSlots(1)).person])
      expect((await rejectionOf(changeContactDetails(actor, person.id, details))).code).toBe('forbidden')
    const admin = await createAdmin()
    const wrong = await rejectionOf(
      changeContactDetails(admin, person.id, { telephone: 'call me', preferredName: 'Mimi' }),
    )
    expect(Object.keys(wrong.errors)).toEqual(['telephone'])
    expect(await readGreetingName(person)).not.toBe('Mimi')
    expect((await rejectionOf(changeContactDetails(admin, randomUUID(), details))).code).toBe('not-found')
  })
})
