import type { Ground } from '../prepare.ts'
import type { Place } from './place.ts'

/** What the parent gives a process to serve with. */
export type Given = Ground & { place: Place }
/** What a process that serves tells its parent: where, and for whom. */
export type Served = { port: number; clubName: string }
