import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { cookieFor } from '#tests/api-server.ts'
import { startLoadOnClub, waitUntilReconciled } from './crash-helpers.ts'
import { startKillableClub, type KillableClub } from './killable-club.ts'
import { createBuyers, createFreeSlots } from './stripe-club.ts'
import { findLostWrites } from './write-log.ts'

// The controls of `crashes.test.ts`: without a guard, each test fails every time.

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: 180_000 })

let club: KillableClub | null = null
afterEach(async () => {
  await club?.stop()
  club = null
})
const begin = async (options?: Parameters<typeof startKillableClub>[0]) =>
  (club = await startKillableClub(options))

describe('crash recovery without a guard', () => {
  test('stays at odds with the card processor without the guard, the background work', async () => {
    const killed = await begin({ without: 'workers' })
    const [buyer] = await createBuyers(1)
    const [slotId] = await createFreeSlots(1)
    if (!buyer) throw new Error('There is no buyer.')
    const cookie = await cookieFor(buyer)
    const send = async (method: string, path: string, body: unknown) => {
      const headers = { 'Content-Type': 'application/json', Cookie: cookie }
      const response = await fetch(killed.url + path, { method, headers, body: JSON.stringify(body) })
      return (await response.json()) as Record<string, string>
    }
    const { insertedId } = await send('POST', '/api/cartClass', { cls: { _id: slotId } })
    await send('PUT', `/api/cartClass/${insertedId}`, { status: 'gold', acceptsOverlap: true })
    const { clientSecret = '' } = await send('POST', '/api/create-payment-intent', {
      price: 70,
      bookedId: insertedId,
    })
    killed.double.events.deliver(null)
    killed.double.pay(clientSecret)
    await killed.killAndRestart()
    expect((await waitUntilReconciled(killed, 3)).differences.join()).toMatch(
      /was charged, but is not in the books/,
    )
  })

  test('loses acknowledged writes without the guard, waiting for the disk', async () => {
    const killed = await begin()
    // new connections acknowledge commits before they are on the disk
    await sql`alter role current_user set synchronous_commit to off`.execute(db)
    await killed.killAndRestart()
    const { crowd, witness } = await startLoadOnClub(killed, { people: 12 })
    let lost: string[] = []
    for (let kill = 0; kill < 6 && lost.length === 0; kill += 1) {
      await wait(700)
      await killed.endPostgres('SIGKILL')
      lost = await findLostWrites(witness)
    }
    await crowd.stop()
    expect(lost.length, 'lost writes').toBeGreaterThan(0)
  })

  test('ends without the guard, somebody who listens to errors of connections', async () => {
    const running = await begin({ without: 'listener' })
    await fetch(`${running.url}/readyz`)
    await running.endPostgres('SIGINT').catch(() => {})
    await expect.poll(running.hasExited).toBe(true)
  })
})
