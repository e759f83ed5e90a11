/** A worker's number, from 1 on, and the number of workers. */
export type WorkerSlot = { number: number; of: number }

export const singleWorker: WorkerSlot = { number: 1, of: 1 }

const maxConnections = 10
/** Connections of the embedded PostgreSQL, less two for a backup and an operator's command. */
const totalConnections = 55
const minConnections = 4
/** A worker's connection for notifications of writes. */
const reservedConnections = 1

/** One worker's share. There is one worker more during a rolling restart. */
const connectionShare = (workers: number): number => Math.floor(totalConnections / (workers + 1))

/** The most workers that each get `minConnections` of the embedded PostgreSQL. */
export const maxWorkers = Math.floor(totalConnections / (minConnections + reservedConnections)) - 1

/** Size of a worker's connection pool. */
export const connectionsPerWorker = (workers: number): number =>
  Math.min(maxConnections, Math.max(minConnections, connectionShare(workers) - reservedConnections))
