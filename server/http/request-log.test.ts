import { Hono } from 'hono'
import pino from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClubEnv } from '#api/context.ts'
import { log, logTrouble, setPseudonymSecret } from '#platform/observability/log.ts'
import { countStatement } from '#platform/observability/request-context.ts'
import { cookieFor, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { requestLog } from './request-log.ts'

useDatabase({ onStatement: countStatement })
const api = useApi()

const lines: Record<string, unknown>[] = []
const stream = (log as unknown as Record<symbol, { write: (line: string) => void }>)[pino.symbols.streamSym]!
beforeEach(() => {
  lines.length = 0
  log.level = 'debug'
  setPseudonymSecret('a secret of the club')
  vi.spyOn(stream, 'write').mockImplementation((line) => void lines.push(JSON.parse(line)))
})

describe('request log', () => {
  test('has a line for each request: which, whose, how it ended, how long it took and what it cost', async () => {
    const member = await createMember()
    const { headers } = await api.send('GET', `/users/${member.email}?key=secret`, {
      as: await cookieFor(member),
    })
    expect(lines).toEqual([
      expect.objectContaining({
        requestId: headers.get('x-request-id'),
        person: expect.stringMatching(/^[\w-]{12}$/),
        method: 'GET',
        path: '/api/users/*',
        status: 200,
        ms: expect.any(Number),
        statements: expect.any(Number),
      }),
    ])
    expect(lines[0]?.statements).toBeGreaterThan(1)
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${member.id}|${member.email}|secret`))
  })

  test('tells who was not allowed at the level of warnings, and from where', async () => {
    log.level = 'warn'
    const member = await createMember()
    expect((await api.send('GET', '/newsletters', { as: await cookieFor(member) })).status).toBe(403)
    expect((await api.send('GET', '/classes')).status).toBe(200)
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, status: 403, path: '/api/newsletters', network: '127.0.0.1' }),
    ])
  })

  test('takes nothing for a failure that nobody waited for', async () => {
    const failing = new Hono<ClubEnv>().use(requestLog).get('/', (c) => c.text('', 500))
    await failing.request('/', { signal: AbortSignal.abort() })
    await failing.request('/')
    expect(lines.map(({ level }) => level)).toEqual([20, 50])
  })

  test('tells words and ids of an address, and none of the keys that stand in some', async () => {
    const id = crypto.randomUUID()
    const key = 'q'.repeat(32)
    const asked = [`/calendar/${id}.${key}.ics`, `/firstAdmin/${key}`, `/trainers/${id}?key=${key}`]
    for (const path of asked) await fetch(new URL(path, api.url))
    expect(lines.map(({ path }) => path)).toEqual(['/calendar/*', '/firstAdmin/*', `/trainers/${id}`])
    expect(JSON.stringify(lines)).not.toContain(key)
  })

  test('tells of each refused sign-in at whose account it was, without the address', async () => {
    const { email } = await createMember()
    const body = { email, password: 'Not mine 1' }
    for (let time = 0; time < 2; time += 1)
      expect(
        (await api.send('POST', '/auth/sign-in/email', { body, headers: { Origin: api.url } })).status,
      ).toBe(401)
    const refused = lines.filter(({ status }) => status === 401)
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ account: refused[1]?.account, network: '127.0.0.1', level: 40 })
    expect(JSON.stringify(lines)).not.toContain(email)
  })

  test('tells of lasting trouble once a minute, and how often it came', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    for (let second = 0; second < 65; second += 1) {
      logTrouble('cards', new Error('nobody answers'))
      vi.advanceTimersByTime(1_000)
    }
    vi.useRealTimers()
    expect(lines.map(({ part, msg, alsoSince }) => [part, msg, alsoSince])).toEqual([
      ['cards', 'nobody answers', undefined],
      ['cards', 'nobody answers', 59],
    ])
  })
})
