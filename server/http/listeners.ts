import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type AddressInfo, type Server as Listener } from 'node:net'
import { promisify } from 'node:util'

type ListenAddress = { host: string; port: number }

/** Enough that a thousand who come at once are heard within a few of a busy process's turns. */
const listenerCount = 32

/**
 * Takes in whoever comes to this place, and answers what to close so that nobody else is taken in. In each turn of its
 * loop Node takes one connection out of a queue of the system's (libuv 1.52), and a process that is fully busy makes few
 * turns: so it has many queues, among which the system shares out who comes. Rejects as listening does.
 */
export async function openListeners(server: Server, place: ListenAddress): Promise<Listener[]> {
  // one of several processes is handed whom their parent takes in, who has little else to do
  if (cluster.isWorker || process.platform !== 'linux') return [await startListening(server, place)]
  // who only shares a port would not notice that another club has it
  const probe = await startListening(createServer(), place)
  const { port } = probe.address() as AddressInfo
  await promisify(probe.close).call(probe)
  const shared = { ...place, port, reusePort: true }
  const others = Array.from({ length: listenerCount - 1 }, () =>
    // as http's own
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  return Promise.all([server, ...others].map((each) => startListening(each, shared)))
}

async function startListening<Each extends Listener>(
  server: Each,
  place: ListenAddress & { reusePort?: boolean },
) {
  server.listen(place)
  await once(server, 'listening')
  return server
}
