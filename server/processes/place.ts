/** Which of the processes of this machine that serve the club one is: from 1 on, of how many. */
export type Place = { number: number; of: number }

export const alone: Place = { number: 1, of: 1 }

const mostConnections = 10
/** What the PostgreSQL that comes along has for a club, without two for a backup and an operator's command. */
const connectionsForAll = 55
const fewestConnections = 2
/** What else a process opens: two for urgent work, one to hear of changes. */
const besides = 3

/** How many connections each process may hold; while they are renewed there is one process more. */
const shareOf = (processes: number): number => Math.floor(connectionsForAll / (processes + 1))

/** More processes have too few connections each, or too many together. */
export const mostProcesses = Math.floor(connectionsForAll / (fewestConnections + besides)) - 1

/** How many connections to the database each of so many processes works with. */
export const connectionsOf = (processes: number): number =>
  Math.min(mostConnections, Math.max(fewestConnections, shareOf(processes) - besides))
