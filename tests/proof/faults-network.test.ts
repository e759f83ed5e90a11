import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeDatabase, db, openDatabase } from '#db/client.ts'
import { CommitInDoubt } from '#db/errors.ts'
import { savePicture } from '#domain/pictures/pictures.server.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { startTcpProxy } from '#tests/tcp-proxy.ts'
import { measureDatabaseOutage } from './database-outage.ts'
import { startKillableClub, type KillableClub } from './killable-club.ts'
import { isFullScale, timeoutFor, reportMeasurement, repetitions } from './test-scale.ts'

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 300_000) })

const database = useDatabase()
const pictures = useTemporaryPictureStorage()

let undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo) await step()
  undo = []
})

/** A club with a network between it and its database. */
async function startClubBehindProxy() {
  const network = await startTcpProxy(database.url)
  const club = await startKillableClub({ databaseUrl: network.url })
  undo.push(club.stop, network.close)
  return { club, network }
}

describe('database behind a black-holing network', () => {
  test('answers all the same, is well again soon, and ends when it is told to', async (context) => {
    const { club, network } = await startClubBehindProxy()
    const silences = []
    for (const seconds of isFullScale ? [30, 70] : [3])
      silences.push(await measureDatabaseOutage(club, seconds, network.swallow))
    network.swallow(true)
    void fetch(`${club.url}/api/trainers?anew`).catch(() => {})
    const exit = await club.tell('SIGTERM')
    expect(exit).toBeLessThan(timeoutFor(30_000, 10_000))
    reportMeasurement(context, 'Database out of reach', {
      ...silences.at(-1),
      'exit ms after SIGTERM': exit,
      before: '503 for at least 80 s after 70 s; still there 75 s after SIGTERM',
    })
  })
})

describe('read-only database', () => {
  test('says 503 and never 500 to whoever writes, is not ready, and is well again once it may write', async (context) => {
    const { club } = await startClubBehindProxy()
    const name = sql.id(new URL(database.url).pathname.slice(1))
    const reopen = async (setting: 'on' | 'off') => {
      await sql`set default_transaction_read_only = off`.execute(db)
      await sql`alter database ${name} set default_transaction_read_only = ${sql.raw(setting)}`.execute(db)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    }
    const ready = async () => (await fetch(`${club.url}/readyz`)).text()
    await closeDatabase()
    openDatabase(database.url, { connections: 1 })
    undo.push(async () => reopen('off'))
    await reopen('on')
    await expect.poll(ready).toBe('the database is read-only')
    const writes = await Promise.all(Array.from({ length: 13 }, (_, number) => signUp(club, number)))
    expect(new Set(writes)).toEqual(new Set(['503 with Retry-After']))
    await reopen('off')
    const began = performance.now()
    await expect.poll(ready, { interval: 50 }).toBe('ok')
    reportMeasurement(context, 'Database read-only', {
      'answered 503': writes.length,
      'answered 500': 0,
      'well after ms': Math.round(performance.now() - began),
      before: '10 of 13 writes answered 500, /readyz ok',
    })
  })
})

async function signUp({ url }: KillableClub, number: number): Promise<string> {
  const body = JSON.stringify({ name: 'Mira', email: `mira${number}@club.example`, password: 'Palestra1!' })
  const headers = { 'Content-Type': 'application/json', Origin: url }
  const answer = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  return `${answer.status} ${answer.headers.has('Retry-After') ? 'with' : 'without'} Retry-After`
}

describe('connection lost at the commit of a picture', () => {
  test('keeps its files', async (context) => {
    const network = await startTcpProxy(database.url)
    undo.push(network.close)
    await closeDatabase()
    openDatabase(network.url)
    network.cutAtCommit(true)
    const cuts = repetitions(5, 40)
    const checked = {
      width: 1,
      height: 1,
      colour: '#000000',
      files: new Map([['160.webp', new Uint8Array(8)]]),
    }
    for (let cut = 0; cut < cuts; cut += 1)
      await expect(savePicture(null, checked)).rejects.toBeInstanceOf(CommitInDoubt)
    network.cutAtCommit(false)
    await closeDatabase()
    openDatabase(database.url)
    const rows = await db.selectFrom('images').select('id').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ id }) => !existsSync(join(pictures.path, id)))).toEqual([])
    reportMeasurement(context, 'Connection lost at COMMIT', {
      cuts,
      'committed all the same': rows.length,
      'rows without files': 0,
      before: '1 of 40',
    })
  })
})

describe('shutdown under load', () => {
  test('answers all of 150 requests sent 30 ms before', async (context) => {
    const exits: number[] = []
    let lost = 0
    for (let round = 0; round < repetitions(1, 3); round += 1) {
      const { club } = await startClubBehindProxy()
      await fetch(`${club.url}/api/trainers?anew`)
      const asked = Array.from({ length: 150 }, () => get(`${club.url}/api/trainers?anew`, { agent: false }))
      const answers = Promise.all(asked.map(statusOf))
      await Promise.all(asked.map((request) => once(request, 'finish')))
      await wait(30)
      exits.push(await club.tell('SIGTERM'))
      lost += (await answers).filter((status) => status === null).length
    }
    expect(lost).toBe(0)
    reportMeasurement(context, '150 requests 30 ms before SIGTERM', {
      rounds: exits.length,
      lost,
      'exit at most ms': Math.max(...exits),
      before: '120 of 150 lost',
    })
  })
})

/** Returns the status once the response is complete; null for a closed connection. */
async function statusOf(request: ClientRequest): Promise<number | null> {
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    for await (const _ of answer);
    return answer.statusCode ?? null
  } catch {
    return null
  }
}
