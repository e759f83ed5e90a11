import type { Worker } from 'node:cluster'
import type { EventEmitter } from 'node:events'

type ClusterMessage = { cmd?: string; act?: string; seq?: number; ack?: number }
type ClusterChannel = EventEmitter & { send: (said: ClusterMessage, ...rest: unknown[]) => boolean }

/** The processes that take in whoever comes. */
const listeningWorkers = new Set<Worker>()

/**
 * Gives a connection to another process where the one it was handed to ended before it took it; where there is no other,
 * closes it. Node's cluster by itself keeps it for ever and answers nobody: it waits for a word of the one that ended,
 * and is not even told that it ended. Both is said here, in Node's own words; where a later Node has others, all is as
 * it would be without.
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
  // all that it still said is heard by then
  channel.once('close', () => {
    if (!isDisconnected) channel.emit('disconnect')
    // whose connection was accepted is closed here, whose was not is taken by the next
    const accepted = listeningWorkers.size === 0
    for (const ack of handedOver) channel.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted })
  })
}
