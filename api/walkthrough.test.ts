import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useApi } from '#tests/api-server.ts'
import { signUpUser } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'

useDatabase()
const club = useApi()
useTemporaryPictureStorage()

const page = join(import.meta.dirname, '../docs/api.md')

/** The commands of the page, with the output that it shows. */
async function readSteps(): Promise<{ commands: string; printed: string }[]> {
  const text = await readFile(page, 'utf8')
  const blocks = [...text.matchAll(/^```(sh)?\n([^]*?)^```$/gm)]
  return blocks.flatMap(([, kind, commands = ''], at) => {
    if (kind !== 'sh') return []
    const next = blocks[at + 1]
    return [{ commands, printed: next && next[1] === undefined ? (next[2] ?? '') : '' }]
  })
}

// removes values that differ in every run
const withoutIds = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/pi_sandbox_[0-9a-f]{24}/g, '<intent>')
    .replace(/Slot \d+/g, '<slot>')
    .trim()

test('the booking by curl works as the page tells it', async () => {
  await signUpUser({ name: 'Ada Moss', email: 'member@palestra.example' })
  await createTrainerWithSlots(2)
  const steps = await readSteps()
  expect(steps.length).toBeGreaterThan(10)
  const end = '=== end of step ==='
  const script = steps.map(({ commands }) => `${commands}\necho '${end}'\n`).join('')
  // bash with a socket as input may treat itself as a remote shell and read the machine's settings
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    env: { ...process.env, CLUB: club.url, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    timeout: 60_000,
  })
  expect(stderr).toBe('')
  const printed = stdout.split(end).map(withoutIds).slice(0, steps.length)
  expect(printed).toEqual(steps.map((step) => withoutIds(step.printed)))
  await expectNoBrokenInvariants()
})
