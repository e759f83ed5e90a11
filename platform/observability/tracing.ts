import { singleton } from '#core/singleton.ts'
import type { TraceAttributes, Tracing } from './tracing-otlp.ts'

// How long each step of a request or a job took, told to a collector of OpenTelemetry where one is named. Elsewhere
// none of its libraries is loaded, and a step is nothing but its work.

const tracingSingleton = singleton<Tracing>('tracing')

/** What takes the steps of this process; null where no collector is named. */
export const currentTracing = (): Tracing | null => tracingSingleton.get()

/** Starts the export to the collector at this address. Returns a function that ends it. */
export async function openTracing(endpoint: string | null): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => {}
  const { createOtlpTracing } = await import('./tracing-otlp.ts')
  return tracingSingleton.set(createOtlpTracing(endpoint)).close
}

/** Runs `work` as a span of this name. Attributes must not identify people. */
export const traced = <Result>(
  name: string,
  facts: TraceAttributes,
  work: () => Promise<Result>,
): Promise<Result> => tracingSingleton.get()?.step(name, facts, work) ?? work()
