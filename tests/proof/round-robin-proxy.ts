import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import type { KillableClub } from './killable-club.ts'

const lookEveryMs = 250

/** Hands requests to whichever clubs are ready, in turn; what cannot be handed over is a 502, as elsewhere. */
export async function startRoundRobinProxy() {
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
