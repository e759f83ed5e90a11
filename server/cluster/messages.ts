import type { Worker } from 'node:cluster'
import type { RuntimeConfig } from '#server/bootstrap/bootstrap.ts'
import type { WorkerSlot } from './worker-slot.ts'

/** From the primary. `listen` opens the port before there is a club to serve; `stop` is for good, `drain` waits. */
export type PrimaryMessage =
  | { type: 'listen' }
  | ({ type: 'serve'; slot: WorkerSlot } & RuntimeConfig)
  | { type: 'drain' }
  | { type: 'stop' }

/** The reply of a worker that serves. The link is null once the club has an admin. */
export type ServingReply = { port: number; clubName: string; firstAdminNotice: string | null }

/** From a worker: one reply to each `listen` and `serve`. */
export type WorkerMessage =
  | { type: 'listening' }
  | ({ type: 'serving' } & ServingReply)
  | { type: 'failed'; name: string; message: string }

/** Sends a message and returns the worker's reply. Throws when the worker fails at it or exits. */
export function request(worker: Worker, message: PrimaryMessage): Promise<WorkerMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerMessage>()
  const onExit = () => reject(new Error('A process of the club ended.'))
  worker.once('exit', onExit).once('message', (reply: WorkerMessage) => {
    worker.off('exit', onExit)
    if (reply.type !== 'failed') return resolve(reply)
    reject(Object.assign(new Error(reply.message), { name: reply.name }))
  })
  if (worker.isConnected()) worker.send(message)
  else onExit()
  return promise
}
