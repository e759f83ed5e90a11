import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { isClubDevice, listDevices, registerDevice, revokeDevice } from './club-devices.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-23T08:00:00+01:00')
  admin = await createAdmin()
})

test('a browser is a device of the club from its registration until it is revoked', async () => {
  const { token } = await registerDevice(admin, { name: 'Front desk' }, null)
  const [device, ...others] = await listDevices(admin, token)
  expect([device, others]).toMatchObject([{ name: 'Front desk', isCurrent: true }, []])
  expect(await listDevices(admin, null)).toMatchObject([{ isCurrent: false }])
  expect(await Promise.all([token, 'another', null].map((each) => isClubDevice(admin, each)))).toEqual([
    true,
    false,
    false,
  ])
  await revokeDevice(admin, device!.id)
  expect([await isClubDevice(admin, token), await listDevices(admin, token)]).toEqual([false, []])
  expect(await rejectionOf(revokeDevice(admin, device!.id))).toMatchObject({ code: 'not-found' })
})

test('a device that is registered again replaces itself, and its token is stored nowhere', async () => {
  const { token } = await registerDevice(admin, { name: 'Old name' }, null)
  const { token: next } = await registerDevice(admin, { name: 'New name' }, token)
  expect((await listDevices(admin, next)).map(({ name }) => name)).toEqual(['New name'])
  const stored = [
    await db.selectFrom('clubDevices').selectAll().execute(),
    await db.selectFrom('auditEntries').selectAll().execute(),
  ]
  expect(JSON.stringify(stored)).toContain('New name')
  for (const secret of [token, next]) expect(JSON.stringify(stored)).not.toContain(secret)
})

test('a device is seen when the desk is open on it, every five minutes at most', async () => {
  const { token } = await registerDevice(admin, { name: 'Tablet' }, null)
  const seenAt = async () => (await listDevices(admin, token)).find(({ isCurrent }) => isCurrent)?.seenAt
  await setClubTime('Europe/Rome', '2026-11-23T08:04:00+01:00')
  await isClubDevice(admin, token)
  expect(await seenAt()).toEqual(new Date('2026-11-23T08:00:00+01:00'))
  await setClubTime('Europe/Rome', '2026-11-23T08:06:00+01:00')
  await isClubDevice(admin, token)
  expect(await seenAt()).toEqual(new Date('2026-11-23T08:06:00+01:00'))
})

test('only admins register devices', async () => {
  const member = await createMember()
  for (const refused of [
    listDevices(member, null),
    registerDevice(member, { name: 'Mine' }, null),
    revokeDevice(member, 'any'),
    isClubDevice(member, null),
  ])
    expect(await rejectionOf(refused)).toMatchObject({ code: 'forbidden' })
})
