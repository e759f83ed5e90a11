import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '#core/project-root.ts'
import { pool } from '#db/client.ts'
import { acquireLock } from '#platform/embedded-postgres/data-folder-lock.ts'
import { readSettings } from '#platform/settings/env.ts'
import { bootstrap } from '#server/bootstrap/bootstrap.ts'
import { StartError } from '#server/bootstrap/start-error.ts'
import { waitForDatabase } from '#server/bootstrap/wait-for-database.ts'
import { useDatabase } from './database.ts'
import { nodeFlags, nodeFlagsByFile } from './node-flags.ts'
import { ensureBuildOnce } from './pages/built-site.ts'
import { startTcpProxy } from './tcp-proxy.ts'

const { PATH, NODE_COMPILE_CACHE } = process.env
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'palestra-start-'))
const authSecret = 'a-secret-of-at-least-32-characters'
const liveStripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

beforeAll(ensureBuildOnce)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type ProcessResult = { exitCode: number; printed: string; said: string }

/** Starts the club like an operator, stops it once it prints `last`, and waits for its exit. */
async function start(
  variables: Record<string, string>,
  last?: string,
  program = ['server/main.ts'],
): Promise<ProcessResult> {
  const child = spawn(process.execPath, program, {
    cwd: projectRoot,
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', DATA_DIR: folder, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [printed, said] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (last !== undefined && printed.includes(last)) child.kill('SIGTERM')
  })
  const [exitCode] = (await once(child, 'close')) as [number]
  return { exitCode, printed, said }
}

test('a club keeps no more memory by a service or in a container than by npm start', () => {
  expect(nodeFlags).toContain('--max-semi-space-size=16')
  for (const flags of Object.values(nodeFlagsByFile)) expect(flags).toEqual(nodeFlags)
})

describe('failed start prints its reason', () => {
  test('when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { exitCode, said } = await start({ PORT: String(port) })
    other.close()
    expect(said).toBe(`Port ${port} is in use. Choose another, for example: PORT=${port + 1} npm start\n`)
    expect(exitCode).toBe(1)
  })

  test('when settings are wrong, which it tells all at once', async () => {
    const { exitCode, said } = await start({ PORT: 'many', DEMO: 'perhaps' })
    expect(said).toMatch(/^The settings cannot be used:\n {2}- PORT .+\n {2}- DEMO .+\n$/)
    expect(exitCode).toBe(1)
  })

  test('when the database is not there', async () => {
    const { exitCode, said } = await start({
      PORT: '0',
      DATABASE_URL: new URL('/none', database.url).href,
      AUTH_SECRET: authSecret,
    })
    expect(said).toMatch(/^The database at DATABASE_URL cannot be reached: .+\n$/)
    expect(exitCode).toBe(1)
  })

  test('when what serves it cannot be loaded, while its database is made ready', async () => {
    const program = `import('./server/bootstrap/single-process.ts')
      .then(({ runSingleProcess }) => runSingleProcess(() => Promise.reject(new Error('A file is gone.'))))
      .catch((error) => { console.error(error.message); process.exit(1) })`
    const real = { DATABASE_URL: database.url, AUTH_SECRET: authSecret, DEMO: 'off', PORT: '0' }
    const { exitCode, said } = await start(real, undefined, ['-e', program])
    expect(said).toBe('A file is gone.\n')
    expect(exitCode).toBe(1)
  })

  test('when the data folder cannot be made', async () => {
    for (const refused of ['/dev/null/club', '/proc/club/data']) {
      const { exitCode, said } = await start({ PORT: '0', DATA_DIR: refused })
      expect(said).toMatch(/^The data folder .+\/club.* cannot be used: .+\n$/)
      expect(exitCode).toBe(1)
    }
  })
})

test('a start waits for a database that is coming up, says so, and gives up when it does not come', async () => {
  const network = await startTcpProxy(database.url)
  const port = Number(new URL(network.url).port)
  network.close()
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const waiting = waitForDatabase(network.url, say)
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(/^Waiting for the database at DATABASE_URL: .+ECONN/)])
  const late = await startTcpProxy(database.url, port)
  await waiting
  late.close()
  await expect(waitForDatabase(network.url, say, 200)).rejects.toThrow(
    /^The database at DATABASE_URL cannot be reached: .+ECONNREFUSED.+\.$/,
  )
})

test('a start that is told to stop while it loads the demo club stops without a complaint', async () => {
  const variables = { DATA_DIR: join(folder, 'half'), PORT: '0', DEMO: 'on' }
  const { exitCode, printed, said } = await start(variables, 'Loading the demo club')
  expect({ exitCode, said }).toEqual({ exitCode: 0, said: '' })
  expect(printed).not.toContain('is open')
})

const prepareWith = (variables: Record<string, string>, say: (line: string) => void = () => {}) =>
  bootstrap(
    readSettings({ DATABASE_URL: database.url, AUTH_SECRET: authSecret, ...variables }),
    say,
    () => {},
  )

test('a club that runs as root is warned of it, and no other', async () => {
  const said: string[] = []
  await prepareWith({ DEMO: 'off' }, (line) => void said.push(line))
  expect(said.some((line) => line.includes('the club runs as root'))).toBe(process.getuid?.() === 0)
})

test('the database counts days and months in the time zone of the settings, or else of the club’s page', async () => {
  const zone = async () => (await pool.query(`select club_zone() as zone`)).rows
  await prepareWith({ DEMO: 'off', CLUB_TIME_ZONE: 'Europe/Rome' })
  expect(await zone()).toEqual([{ zone: 'Europe/Rome' }])
  await expect(prepareWith({ DEMO: 'off', CLUB_TIME_ZONE: '+02:00' })).rejects.toThrow(
    "CLUB_TIME_ZONE '+02:00' is not a time zone that the database knows.",
  )
  await pool.query(`update club set time_zone = 'America/New_York'`)
  await prepareWith({ DEMO: 'off' })
  expect(await zone()).toEqual([{ zone: 'America/New_York' }])
})

test('the data folder is nobody else’s to list, and its lock nobody else’s to take', async () => {
  const place = join(folder, 'private')
  await prepareWith({ DEMO: 'off', DATA_DIR: place })
  expect(statSync(place).mode & 0o766).toBe(0o700)
  acquireLock(place, place)()
  expect(statSync(join(place, 'lock')).mode & 0o777).toBe(0o600)
})

describe('demo club loading', () => {
  const mark = (set: string) => pool.query(`update club set ${set}`)

  beforeEach(() => mark('demo_begun_at = null, demo_loaded_at = null'))

  test('is not loaded when it is switched off, or when the club has a public address', async () => {
    expect(await prepareWith({ DEMO: 'off' })).toMatchObject({ isDemo: false })
    expect(await prepareWith({ PUBLIC_URL: 'https://club.example' })).toMatchObject({ isDemo: false })
    expect(await prepareWith({ HOST: '0.0.0.0' })).toMatchObject({ isDemo: false })
    expect(await prepareWith(liveStripe)).toMatchObject({ isDemo: false })
  })

  test('is not loaded beside people who are there already', async () => {
    await pool.query(
      "insert into users (name, email, email_verified) values ('Real', 'real@club.example', true)",
    )
    expect(await prepareWith({})).toMatchObject({ isDemo: false })
    expect(await prepareWith({ DEMO: 'on' })).toMatchObject({ isDemo: false })
    await pool.query('delete from users')
  })

  test('that was loaded once is one, also for others where that is asked for', async () => {
    await mark('demo_begun_at = now(), demo_loaded_at = now()')
    expect(await prepareWith({})).toMatchObject({ isDemo: true })
    expect(await prepareWith({ PUBLIC_URL: 'https://demo.example', DEMO: 'on' })).toMatchObject({
      isDemo: true,
    })
  })

  test.each([
    ['it is switched off', 'DEMO is off', { DEMO: 'off' }],
    ['the club has a public address', 'PUBLIC_URL', { PUBLIC_URL: 'https://club.example' }],
    ['others can reach it', 'HOST', { HOST: '0.0.0.0' }],
    ['it would take real money', 'STRIPE_SECRET_KEY', liveStripe],
    ['it would, by a restricted key', 'STRIPE_SECRET_KEY', { ...liveStripe, STRIPE_SECRET_KEY: 'rk_live_1' }],
  ])('never becomes a real one: when %s, the start says how to make an empty one', async (_, why, real) => {
    for (const state of ['demo_begun_at = now()', 'demo_loaded_at = now()']) {
      await mark(state)
      const refused = prepareWith(real)
      await expect(refused).rejects.toThrow(StartError)
      await expect(refused).rejects.toThrow(
        new RegExp(`everybody can read, and ${why}.* Start an empty club instead: createdb`),
      )
    }
  })
})
