import type { RuntimeConfig } from '#server/bootstrap/bootstrap.ts'
import type { WorkerSlot } from './worker-slot.ts'

/** What the parent gives a process to serve with. */
export type ServeRequest = RuntimeConfig & { place: WorkerSlot }
/** What a process that serves tells its parent: where, and for whom. */
export type ServingInfo = { port: number; clubName: string }
