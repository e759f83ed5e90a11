import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { testSecret } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'palestra-role-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a task of the operator. Returns its exit code and output. */
const runTask = (...words: string[]) =>
  new Promise<{ code: number | string | null | undefined; stdout: string; stderr: string }>((resolve) =>
    execFile(
      process.execPath,
      ['scripts/club.ts', ...words],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: database.url,
          DATA_DIR: folder,
          AUTH_SECRET: testSecret,
        },
      },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  )

test('the operator takes the role of a trainer back, and reads how many sold hours others are asked to give', async () => {
  const { person, slots } = await createTrainerWithSlots(1)
  await createPaidBooking(useSandbox(), 'gold', slots[0]!.id)
  const { stdout } = await runTask('role', person.email, 'member', '--yes')
  expect(stdout).toContain('was trainer and is member now.')
  expect(stdout).toMatch(/Hours of theirs that are offered to the other trainers: \d+\./)
  const member = db.selectFrom('members').where('userId', '=', person.id).select('role')
  expect(await member.executeTakeFirst()).toEqual({ role: 'member' })
})

test('a task for an unknown account, or with a word too many, is refused with a sentence', async () => {
  const [unknown, tooMany] = await Promise.all([
    runTask('sign-out', 'nobody@club.example'),
    runTask('people', 'trainers'),
  ])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('nobody@club.example')])
  expect([tooMany.code, tooMany.stderr]).toEqual([
    1,
    "The task people takes no more words, such as 'trainers'.\n",
  ])
})
