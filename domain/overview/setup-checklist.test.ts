import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultCopy } from '#copy/default-copy.ts'
import { db } from '#db/client.ts'
import { setDemoClub } from '#domain/club/club.server.ts'
import { runNightlyBackup } from '#domain/club/nightly-backup.server.ts'
import { saveClubSettings } from '#domain/club/settings.server.ts'
import { weekdays } from '#format/weekdays.ts'
import { settings } from '#platform/settings/env.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { listSetupSteps } from './setup-checklist.server.ts'

useDatabase()

test('a real club is told what it lacks before it opens, until nothing is', async () => {
  const { smtpUrl, backupDir } = settings
  onTestFinished(() => void Object.assign(settings, { smtpUrl, backupDir }))
  setDemoClub(false)
  const admin = await createAdmin()
  const lacks = async () => (await listSetupSteps(admin)).flatMap(({ name, done }) => (done ? [] : [name]))
  const all = [
    'Address and opening hours',
    'First trainer',
    'Cards or cash',
    'Trainers’ share',
    'First page',
    'Mail',
    'Time zone',
    'Backups',
  ]
  expect(await lacks()).toEqual(all)
  const says = async (wanted: string) =>
    (await listSetupSteps(admin)).find(({ name }) => name === wanted)?.description
  expect(await says('Address and opening hours')).toBe(
    'Still missing: the company, the address, the opening hours. Visitors can’t find you yet.',
  )
  expect(await says('First trainer')).toMatch(/^Send them to http:.*\/beTrainer: they sign up and apply/)
  const input = {
    ...defaultCopy,
    name: 'Iron Works',
    company: 'Iron Works GmbH',
    address: '1 Mill Lane',
    telephone: '',
    email: '',
    taxNumber: null,
    taxPercent: 0,
    invoicePrefix: '',
    paysAtDesk: true,
    openSince: '',
    timeZone: 'Europe/Berlin',
    currency: 'usd',
    language: 'en',
    trainerShare: 100,
    openDays: weekdays.map((weekday) => ({ weekday, opens: '06:00', closes: '22:00' })),
    atTheDoor: '',
    about: '',
  }
  await saveClubSettings(admin, input)
  expect(await lacks()).toEqual(['First trainer', 'First page', 'Mail', 'Backups'])
  await saveClubSettings(admin, input, null, { keepsFirstPage: true })
  expect(await lacks()).toEqual(['First trainer', 'Mail', 'Backups'])
  await db.updateTable('club').set({ paysAtDesk: false }).execute()
  expect(await lacks()).toContain('Cards or cash')
  useSandbox()
  Object.assign(settings, { smtpUrl: 'smtp://localhost:25' })
  await createTrainerWithSlots(1)
  const folder = await mkdtemp(join(tmpdir(), 'palestra-nights-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  Object.assign(settings, { backupDir: folder })
  expect(await lacks()).toEqual(['Backups'])
  await runNightlyBackup()
  expect(await listSetupSteps(admin)).toEqual([])
})

test('the demo club opens as it is, and members are not asked', async () => {
  setDemoClub(true)
  expect(await listSetupSteps(await createAdmin())).toEqual([])
  await db.deleteFrom('openingHours').execute()
  expect((await rejectionOf(listSetupSteps(await createMember()))).code).toBe('forbidden')
})
