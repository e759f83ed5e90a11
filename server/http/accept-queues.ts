import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type AddressInfo, type Server as Listener } from 'node:net'
import { promisify } from 'node:util'

type ListenAddress = { host: string; port: number }

/** Enough to accept a thousand simultaneous connections within a few turns of a busy process. */
const listenerCount = 32

/**
 * Listens at this address, and returns the servers to close. In each turn of its event loop Node accepts one
 * connection from each queue (libuv 1.52), and a busy process makes few turns. So it has many queues, among which the
 * system distributes connections. Rejects when listening fails.
 */
export async function openListeners(server: Server, place: ListenAddress): Promise<Listener[]> {
  // the workers of a cluster share one queue, from which each of them accepts in its turn
  if (cluster.isWorker || process.platform !== 'linux') return [await startListening(server, place)]
  // sharing a port would not reveal that another program has it
  const probe = await startListening(createServer(), place)
  const { port } = probe.address() as AddressInfo
  await promisify(probe.close).call(probe)
  const shared = { ...place, port, reusePort: true }
  const others = Array.from({ length: listenerCount - 1 }, () =>
    // the options of http's own server
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
