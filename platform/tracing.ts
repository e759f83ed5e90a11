import type { ServerResponse } from 'node:http'
import { kept } from './running.ts'

// How long each step of a request or a job took, told to a collector of OpenTelemetry where one is named. Elsewhere
// none of its libraries is loaded, and a step is nothing but its work.

export type Facts = Record<string, string | number>

export type Tracing = {
  /** Begins what somebody asked for and does `work` as part of it; it ends with the answer. */
  request: (name: string, facts: Facts, response: ServerResponse, work: () => void) => void
  /** Does `work` as a step of what leads here, or as something of its own. */
  step: <Result>(name: string, facts: Facts, work: () => Promise<Result>) => Promise<Result>
  /** Begins a statement of what leads here; answers how to end it, or nothing where nothing does. */
  statement: (text: string) => ((failed: boolean) => void) | undefined
  /** Tells what is still untold, within a second. */
  close: () => Promise<void>
}

const opened = kept<Tracing>('tracing')

/** What takes the steps of this process; null where no collector is named. */
export const openedTracing = (): Tracing | null => opened.get()

/** Begins to tell the collector at this address; answers how to end. */
export async function openTracing(endpoint: string | null): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => {}
  const { tellCollector } = await import('./tracing-otlp.ts')
  return opened.set(tellCollector(endpoint)).close
}

/** Does `work` as a step of this name. No fact may tell who it was about. */
export const traced = <Result>(name: string, facts: Facts, work: () => Promise<Result>): Promise<Result> =>
  opened.get()?.step(name, facts, work) ?? work()
