import { singleton } from '#core/singleton.ts'
import type { TraceAttributes, Tracing } from './tracing-otlp.ts'

// How long each step of a request or a job took, told to a collector of OpenTelemetry where one is named. Elsewhere
// none of its libraries is loaded, and a step is nothing but its work.

const tracingSingleton = singleton<Tracing>('tracing')

/** What takes the steps of this process; null where no collector is named. */
export const currentTracing = (): Tracing | null => tracingSingleton.get()

/** Begins to tell the collector at this address; answers how to end. */
export async function openTracing(endpoint: string | null): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => {}
  const { createOtlpTracing } = await import('./tracing-otlp.ts')
  return tracingSingleton.set(createOtlpTracing(endpoint)).close
}

/** Does `work` as a step of this name. No fact may tell who it was about. */
export const traced = <Result>(
  name: string,
  facts: TraceAttributes,
  work: () => Promise<Result>,
): Promise<Result> => tracingSingleton.get()?.step(name, facts, work) ?? work()
