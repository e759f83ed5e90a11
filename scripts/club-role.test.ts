import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { testSecret } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'palestra-role-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the operator takes the role of a trainer back, and reads how many sold hours others are asked to give', async () => {
  const { person, slots } = await createTrainerWithSlots(1)
  await createPaidBooking(useSandbox(), 'gold', slots[0]!.id)
  const { PATH } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/club.ts', 'role', person.email, 'member', '--yes'],
    { env: { PATH, DATABASE_URL: database.url, DATA_DIR: folder, AUTH_SECRET: testSecret } },
  )
  expect(stdout).toContain('was trainer and is member now.')
  expect(stdout).toMatch(/Hours of theirs that are offered to the other trainers: \d+\./)
  const member = db.selectFrom('members').where('userId', '=', person.id).select('role')
  expect(await member.executeTakeFirst()).toEqual({ role: 'member' })
})
