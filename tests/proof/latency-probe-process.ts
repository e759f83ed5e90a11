// An honest visitor during an attack, in a process of its own, so that it measures the club and not the attacker.
// Prints the response times when its input ends.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const [url = ''] = process.argv.slice(2)
const durations: number[] = []
let failures = 0
let isOver = false
process.stdin.resume().once('end', () => (isOver = true))

do
  for (const path of ['/', '/trainers', '/signIn', '/api/trainers', '/classes']) {
    const began = performance.now()
    const status = await look(path).catch(() => 0)
    durations.push(performance.now() - began)
    if (status !== 200) failures += 1
    await wait(50)
  }
while (!isOver)
process.stdout.write(JSON.stringify({ durations, failures }))

/** Uses a new connection each time, since a kept one would bypass a full accept queue. */
async function look(path: string): Promise<number> {
  const headers = { 'X-Forwarded-For': '198.51.100.200' }
  const asked = get(url + path, { agent: false, headers, timeout: 30_000 })
  asked.on('timeout', () => asked.destroy())
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  for await (const _ of answer);
  return answer.statusCode ?? 0
}
