import { afterAll, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { savePayment } from '#domain/checkout/intents.server.ts'
import { applyClockChange } from '#domain/lessons/schedule/clock-change.server.ts'
import { setClubTime, useDatabase, waitForLocks } from '#tests/database.ts'
import { createAdmin, createHoldWithIntent, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { readClubSettings, saveClubSettings } from './settings.server.ts'

useDatabase()
afterAll(() => setClubTime('UTC'))

const waiting = async () =>
  (
    await pool.query<{ data: unknown; seconds: number }>(
      `select data, round(extract(epoch from start_after - created_on))::int as seconds
      from pgboss.job where name = 'clock-change'`,
    )
  ).rows

// Both write at the same time: the clock's change sees no dates that are not committed, and those know of no other clock.
test('a month that is paid while the club’s clock changes is put right by the round a minute later', async () => {
  await setClubTime('Europe/Rome')
  const sandbox = useSandbox()
  const admin = await createAdmin()
  const { version, ...settings } = await readClubSettings(admin)
  await saveClubSettings(admin, { ...settings, telephone: '123' }, version)
  expect(await waiting()).toEqual([])

  const { buyer, intentId, clientSecret } = await createHoldWithIntent()
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  const door = await pool.connect()
  // a writer of the books takes their lock last, here until both are there
  await door.query(`begin; select lock_books()`)
  const paying = savePayment(buyer, { intentId })
  await waitForLocks(1)
  const changing = saveClubSettings(admin, { ...settings, timeZone: 'America/New_York' })
  await waitForLocks(2).finally(() => door.query('commit').then(() => door.release()))
  await Promise.all([paying, changing])

  expect((await findBrokenInvariants()).map(({ invariant }) => invariant)).toContain(
    'a lesson that is ahead starts when the clock on the wall says so',
  )
  expect(await waiting()).toEqual([{ data: { timeZone: 'America/New_York' }, seconds: 60 }])
  expect((await applyClockChange()).hours).toBeGreaterThan(0)
  await expectNoBrokenInvariants()
})
