import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startStripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { gatherCrowd, untilReconciled } from './crashes.ts'
import { startKillableClub, type KillableClub } from './killable-club.ts'
import { report, times } from './scale.ts'
import { findLost } from './witness.ts'

// A version takes over from the one before it, side by side on one database, while people book and pay. What stands
// in front of the two does what such things do: it asks each whether it is ready, and sends people to those that are.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const database = useDatabase({ connections: 4 })
const lookEveryMs = 250

/** Hands requests to whichever clubs are ready, in turn; what cannot be handed over is a 502, as elsewhere. */
async function openProxy() {
  const clubs = new Map<string, boolean>()
  const agent = new Agent({ keepAlive: true })
  const failures: string[] = []
  let turn = 0
  const look = setInterval(() => {
    for (const url of clubs.keys())
      void fetch(`${url}/readyz`).then(
        ({ ok }) => clubs.has(url) && clubs.set(url, ok),
        () => clubs.has(url) && clubs.set(url, false),
      )
  }, lookEveryMs)
  const server = createServer((incoming, outgoing) => {
    const ready = [...clubs].filter(([, is]) => is)
    const [url = 'http://127.0.0.1:1'] = ready[(turn += 1) % Math.max(1, ready.length)] ?? []
    const { method, headers, url: path } = incoming
    const fail = (error: Error) => {
      failures.push(`${method} ${path}: ${error.message}`)
      if (!outgoing.headersSent) outgoing.writeHead(502).end()
    }
    const passed = request(url + path, { method, headers, agent }, (answer) => {
      if ((answer.statusCode ?? 0) >= 500) failures.push(`${method} ${path}: ${answer.statusCode}`)
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => {})
    })
    pipeline(incoming, passed, (error) => error && fail(error))
    passed.on('error', fail)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    add: (club: KillableClub) => void clubs.set(club.url, true),
    forget: (club: KillableClub) => void clubs.delete(club.url),
    close: () => {
      clearInterval(look)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

test('a version takes over from the one before it, and nobody who books and pays meanwhile sees it', async (context) => {
  const double = await startStripeDouble()
  const options = { databaseUrl: database.url, double }
  const proxy = await openProxy()
  const clubs = [await startKillableClub(options)]
  try {
    const [first] = clubs
    proxy.add(first!)
    double.events.deliver({ url: `${proxy.url}/api/webhooks/stripe` })
    const { crowd, witness } = await gatherCrowd({ ...first!, url: proxy.url }, { people: 8, hours: 300 })
    double.setFaults(() => null)
    const more = async (count: number) => {
      const enough = witness.seen.length + count
      await vi.waitFor(() => expect(witness.seen.length).toBeGreaterThan(enough), { timeout: 60_000 })
    }
    const deploys = times(1, 10)
    for (let deploy = 0; deploy < deploys; deploy += 1) {
      await more(20)
      // what the next version brings to the tables that everybody reads and writes before it serves: it only adds
      await pool.query(`alter table bookings add column new_${deploy} text not null default 'new';
        alter table slots add column new_${deploy} integer`)
      const next = await startKillableClub(options)
      clubs.push(next)
      proxy.add(next)
      await more(20)
      const old = clubs.at(-2)!
      await old.tell('SIGTERM')
      proxy.forget(old)
      await more(20)
    }
    await crowd.stop()
    expect(proxy.failures).toEqual([])
    expect(crowd.wrong).toEqual([])
    expect(crowd.counts).toMatchObject({ unavailable: 0, unanswered: 0 })
    const { differences } = await untilReconciled(clubs.at(-1)!)
    expect(differences).toEqual([])
    expect(await findLost(witness)).toEqual([])
    await expectNoBrokenInvariants()
    const { requests } = crowd.counts
    report(context, 'Deploys', { deploys, requests, acknowledged: witness.seen.length, lost: 0, '5xx': 0 })
  } finally {
    for (const club of clubs) await club.stop()
    proxy.close()
    await double.stop()
  }
})
