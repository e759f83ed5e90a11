import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { signalPostgres, isProcessRunning, postgresPidOf } from '#tests/embedded-postgres/launcher.ts'
import { measureDatabaseOutage } from './database-outage.ts'
import { startKillableClub, type KillableClub } from './killable-club.ts'
import { canMountRamDisk, fillDisk, mountRamDisk } from './ram-disk.ts'
import { isFullScale, timeoutFor, reportMeasurement } from './test-scale.ts'

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 300_000) })

describe('frozen PostgreSQL', () => {
  let club: KillableClub | null = null
  afterAll(() => club?.stop())

  for (const seconds of isFullScale ? [30, 70] : [3])
    test(`answers for ${seconds} s all the same, and is well again soon`, async (context) => {
      const frozen = (club ??= await startKillableClub())
      const be = (silent: boolean) => signalPostgres(frozen.database, silent ? 'SIGSTOP' : 'SIGCONT')
      reportMeasurement(context, 'Own PostgreSQL frozen', {
        ...(await measureDatabaseOutage(frozen, seconds, be)),
        before: 'API and /readyz hung for the whole 30 s',
      })
    })

  test('ends when it is told to, and leaves nothing running', async (context) => {
    const frozen = (club ??= await startKillableClub())
    const postgres = postgresPidOf(frozen.database)
    signalPostgres(frozen.database, 'SIGSTOP')
    const exit = await frozen.tell('SIGTERM')
    expect(isProcessRunning(postgres)).toBe(false)
    expect(exit).toBeLessThan(timeoutFor(30_000, 10_000))
    reportMeasurement(context, 'SIGTERM while frozen', { 'exit ms': exit, before: 'still there after 62 s' })
  })
})

// mounting needs rights that not every machine gives
if (canMountRamDisk())
  describe('full disk', () => {
    test('says 503 and never 500, is not ready, and is well again once there is room', async (context) => {
      const disk = mountRamDisk()
      let full: KillableClub | null = null
      try {
        full = await startKillableClub({ parent: disk.folder })
        const { url } = full
        const ballast = join(disk.folder, 'ballast')
        fillDisk(ballast)
        const statuses = await signUp(full, isFullScale ? 200 : 30, 'full')
        expect(statuses).toContain(503)
        expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
        const ready = async () => (await fetch(`${url}/readyz`)).text()
        expect(await ready()).toMatch(/the disk is full|the database is away/)
        rmSync(ballast)
        const began = performance.now()
        await expect.poll(ready, { timeout: 30_000, interval: 50 }).toBe('ok')
        const back = Math.round(performance.now() - began)
        expect(await signUp(full, 1, 'after')).toEqual([200])
        reportMeasurement(context, 'Disk full', {
          writes: statuses.length,
          'answered 503': statuses.filter((status) => status === 503).length,
          'answered 500': 0,
          'well after ms': back,
          before: '37 writes answered 500, /readyz ok',
        })
      } finally {
        await full?.stop()
        disk.remove()
      }
    })
  })

async function signUp({ url }: KillableClub, count: number, name: string): Promise<number[]> {
  const statuses: number[] = []
  for (let number = 0; number < count; number += 1) {
    const person = { name: 'Mira', email: `${name}${number}@club.example`, password: 'Palestra1!' }
    const body = JSON.stringify(person)
    const headers = { 'Content-Type': 'application/json', Origin: url }
    const answer = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
    statuses.push(answer.status)
  }
  return statuses
}
