import { singleton } from '#core/singleton.ts'
import type { TraceAttributes, Tracing } from './tracing-otlp.ts'

// Tracing of requests and jobs to an OpenTelemetry collector. Without OTEL_EXPORTER_OTLP_ENDPOINT no library is
// loaded, and `traced` only runs its work.

const tracingSingleton = singleton<Tracing>('tracing')

/** The exporter of this process; null without a collector. */
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
