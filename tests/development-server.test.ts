import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { removeDataFolder } from '#platform/embedded-postgres/test-server.ts'
import { freePort } from '#scripts/free-port.ts'
import { isProcessRunning, postgresPidOf } from './embedded-postgres/launcher.ts'

const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'palestra-development-'))
const [copy, data] = [join(folder, 'club'), join(folder, 'data')]
let address = ''
let npm: ChildProcess
let ended: Promise<unknown>
let said = ''

/** Copies the project's sources for editing, with its packages but without Vite's cache. */
function copySources(): void {
  for (const name of readdirSync(project))
    if (!name.startsWith('.') && !['node_modules', 'build', 'docs', 'e2e'].includes(name))
      cpSync(join(project, name), join(copy, name), { recursive: true })
  const packages = join(project, 'node_modules')
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(packages))
    if (!name.startsWith('.vite'))
      symlinkSync(join(packages, name), join(copy, 'node_modules', name), 'junction')
}

beforeAll(async () => {
  copySources()
  const port = await freePort()
  address = `http://localhost:${port}`
  npm = spawn('npm', ['run', 'dev'], {
    cwd: copy,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: data,
      DEMO: 'off',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  // the output ends when the last child process has exited
  ended = once(npm, 'close')
  await vi.waitFor(() => expect(said).toContain('Ctrl-C stops it.'), { timeout: 200_000, interval: 100 })
})

afterAll(async () => {
  npm.kill('SIGTERM')
  await ended
  removeDataFolder(join(data, 'postgres'))
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

function edit(path: string, before: string, after: string): void {
  const file = join(copy, path)
  const text = readFileSync(file, 'utf8')
  expect(text, path).toContain(before)
  writeFileSync(file, text.replace(before, after))
}

const nobody = '/trainers/00000000-0000-4000-8000-000000000000'
const statuses = new Set<string>()
const shown = {
  noAddress: 'There is no such address in this API.',
  noTrainer: 'This trainer couldn’t be found.',
  notSignedIn: 'Wrong email or password.',
}

/** Requests two API calls, a page and a form, and expects their usual responses after any change. */
async function ask(): Promise<string[]> {
  const form = new URLSearchParams({ email: 'nobody@club.example', password: 'Secret1' })
  const answers = await Promise.all([
    fetch(`${address}/api/nothing`),
    fetch(`${address}/api${nobody}`),
    fetch(address + nobody),
    fetch(`${address}/signIn`, { method: 'POST', body: form, headers: { Origin: address } }),
  ])
  statuses.add(answers.map(({ status }) => status).join(' '))
  return Promise.all(answers.map((answer) => answer.text()))
}

async function expectNewest(): Promise<void> {
  const { noAddress, noTrainer, notSignedIn } = shown
  const newest = [noAddress, noTrainer, noTrainer, notSignedIn].map((text) => expect.stringContaining(text))
  await vi.waitFor(async () => expect(await ask()).toEqual(newest), { timeout: 120_000, interval: 300 })
}

describe('development server', () => {
  test('answers with the newest code on pages and in REST, whatever was changed', async () => {
    await expectNewest()
    edit('api/problem-details.ts', shown.noAddress, (shown.noAddress = 'This API has no such address.'))
    edit(
      'domain/trainers/trainers.server.ts',
      "if (!found) throw notFound(t('refusal.thisTrainer'))",
      "if (!found) throw notFound('This coach')",
    )
    shown.noTrainer = 'This coach couldn’t be found.'
    await expectNewest()
    appendFileSync(join(copy, 'db/client.ts'), '// nothing new\n')
    edit('core/errors.ts', "t('refusal.couldntBeFound', { what })", '`${what} was not found.`')
    shown.noTrainer = 'This coach was not found.'
    edit('sign-in/accounts.server.ts', "t('refusal.wrongEmailOrPassword')", "'That is not right.'")
    shown.notSignedIn = 'That is not right.'
    await expectNewest()
    expect([...statuses]).toEqual(['404 404 404 422'])
    // a guard against hanging: the code is rebuilt several times
  }, 300_000)

  test('serves calls named like a source file without an error of Vite, and says that the cache is off', async () => {
    const answers = await Promise.all(
      ['trainers', 'classes', 'forums', 'v1/bookings'].map((call) => fetch(`${address}/api/${call}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401])
    expect(said).not.toContain('Internal server error')
    expect(said).toContain('the response cache and load shedding are off')
  })

  test('leaves nothing running when npm is told to end', async () => {
    const postgres = postgresPidOf(join(data, 'postgres'))
    expect(isProcessRunning(postgres)).toBe(true)
    npm.kill('SIGTERM')
    await ended
    expect(isProcessRunning(postgres)).toBe(false)
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })
})
