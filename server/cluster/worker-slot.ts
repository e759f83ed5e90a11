/** Which of the processes of this machine that serve the club one is: from 1 on, of how many. */
export type WorkerSlot = { number: number; of: number }

export const singleWorker: WorkerSlot = { number: 1, of: 1 }

const maxConnections = 10
/** What the PostgreSQL that comes along has for a club, without two for a backup and an operator's command. */
const totalConnections = 55
const minConnections = 2
/** Connections beside the pool, one of them for notifications. */
const reservedConnections = 3

/** How many connections each process may hold; while they are renewed there is one process more. */
const connectionShare = (processes: number): number => Math.floor(totalConnections / (processes + 1))

/** More processes have too few connections each, or too many together. */
export const maxWorkers = Math.floor(totalConnections / (minConnections + reservedConnections)) - 1

/** How many connections to the database each of so many processes works with. */
export const connectionsPerWorker = (processes: number): number =>
  Math.min(maxConnections, Math.max(minConnections, connectionShare(processes) - reservedConnections))
