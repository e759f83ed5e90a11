import type { Worker } from 'node:cluster'
import type { EventEmitter } from 'node:events'

type ClusterMessage = { cmd?: string; act?: string; seq?: number; ack?: number }
type ClusterChannel = EventEmitter & { send: (said: ClusterMessage, ...rest: unknown[]) => boolean }

/** The workers that accept connections. */
const listeningWorkers = new Set<Worker>()

/**
 * Hands a connection to another worker when the first one exited before it accepted, and closes it without another.
 * Node's cluster alone keeps such a connection open forever: it waits for a reply of the exited worker. This code
 * uses Node's internal messages; if a later Node changes them, the effect is Node's own.
 */
export function redistributePendingConnections(worker: Worker): void {
  const channel = worker.process as EventEmitter as ClusterChannel
  const handedOver = new Set<number>()
  const send = channel.send.bind(channel)
  channel.send = (said, ...rest) => {
    if (said.cmd === 'NODE_CLUSTER' && said.act === 'newconn' && said.seq !== undefined)
      handedOver.add(said.seq)
    return send(said, ...rest)
  }
  channel.on('internalMessage', ({ ack }: ClusterMessage) => ack !== undefined && handedOver.delete(ack))
  worker.once('listening', () => void listeningWorkers.add(worker))
  worker.once('exit', () => listeningWorkers.delete(worker))
  let isDisconnected = false
  channel.once('disconnect', () => (isDisconnected = true))
  // all remaining messages have arrived by then
  channel.once('close', () => {
    if (!isDisconnected) channel.emit('disconnect')
    // whose connection was accepted is closed here, whose was not is taken by the next
    const accepted = listeningWorkers.size === 0
    for (const ack of handedOver) channel.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted })
  })
}
