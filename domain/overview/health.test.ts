import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { countResponse, countFailure } from '#platform/observability/counters.ts'
import { settings } from '#platform/settings/env.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMember } from '#tests/factories.ts'
import { readClubHealth } from './health.server.ts'

useDatabase()

test('an admin is told how the club is doing, in figures about nobody', async () => {
  const member = await createMember({ name: 'Ada Moss' })
  const { slotIds } = await addTrainer('Mira Okafor', 2)
  await createBooking(slotIds[0]!, member, 'held')
  await pool.query(`insert into pgboss.job (name, start_after) values
    ('refund', now() - interval '2 hours'), ('refund', now() + interval '2 hours'), ('dead-jobs', now())`)
  const before = await readClubHealth(await createAdmin())
  countResponse()
  countResponse()
  countFailure()
  const health = await readClubHealth(await createAdmin())
  expect(health).toMatchObject({
    jobs: [{ queue: 'refund', waiting: 1 }],
    failedJobs: 1,
    holds: { held: 1, paying: 0 },
    answers: { answered: before.answers.answered + 2, failed: before.answers.failed + 1 },
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
  expect(health.jobs[0]?.oldestSeconds).toBeCloseTo(7_200, -2)
  expect(JSON.stringify(health)).not.toMatch(/Ada|Mira|club\.example/)
})

test('the disk of the backups is told once there is a folder', async () => {
  const admin = await createAdmin()
  const { backupDir } = settings
  try {
    settings.backupDir = null
    expect((await readClubHealth(admin)).backupFreeBytes).toBeNull()
    settings.backupDir = join(tmpdir(), 'no-such-folder')
    expect((await readClubHealth(admin)).backupFreeBytes).toBeNull()
    settings.backupDir = tmpdir()
    expect((await readClubHealth(admin)).backupFreeBytes).toBeGreaterThan(0)
  } finally {
    settings.backupDir = backupDir
  }
})

test('nobody else is told', async () => {
  await expect(readClubHealth(await createMember())).rejects.toMatchObject({ code: 'forbidden' })
  await expect(readClubHealth(visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
})
