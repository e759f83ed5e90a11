import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { version } from '#platform/version.ts'

export type TraceAttributes = Record<string, string | number>

export type Tracing = {
  /** Starts the span of a request and runs `work` in it; it ends when `work` returns the response's status. */
  request: (name: string, facts: TraceAttributes, work: (answered: (status: number) => void) => void) => void
  /** Runs `work` in a span under the current one, or as a root span. */
  step: <Result>(name: string, facts: TraceAttributes, work: () => Promise<Result>) => Promise<Result>
  /**
   * Starts the span of a statement under the current one. Returns a function that ends it, or undefined without a
   * parent.
   */
  statement: (text: string) => ((failed: boolean) => void) | undefined
  /** Exports the remaining spans, within a second. */
  close: () => Promise<void>
}

const maxQueryText = 2_000
const closeTimeoutMs = 1_000

/** Exports to a collector by OTLP over HTTP, in batches; spans that it does not accept in time are dropped. */
export function createOtlpTracing(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: 5_000,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'palestra', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 5_000 })],
  })
  const tracer = provider.getTracer('palestra')
  const current = new AsyncLocalStorage<Span>()
  const begin = (name: string, kind: SpanKind, attributes: TraceAttributes) => {
    const parent = current.getStore()
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    return tracer.startSpan(name, { kind, attributes }, context)
  }
  const fail = (span: Span) => span.setStatus({ code: SpanStatusCode.ERROR })
  return {
    request(name, facts, work) {
      const span = begin(name, SpanKind.SERVER, facts)
      const answered = (status: number) => {
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) fail(span)
        span.end()
      }
      current.run(span, () => work(answered))
    },
    async step(name, facts, work) {
      const span = begin(name, SpanKind.INTERNAL, facts)
      try {
        return await current.run(span, work)
      } catch (error) {
        // the error class only: its message may contain a name
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
        fail(span)
        throw error
      } finally {
        span.end()
      }
    },
    statement(text) {
      if (!current.getStore()) return undefined
      const span = begin(/^\s*\w+/.exec(text)?.[0].trim().toLowerCase() ?? 'statement', SpanKind.CLIENT, {
        'db.system.name': 'postgresql',
        'db.query.text': text.slice(0, maxQueryText),
      })
      return (failed) => {
        if (failed) fail(span)
        span.end()
      }
    },
    close: async () => {
      const closed = provider.shutdown().catch(() => {})
      await Promise.race([closed, wait(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}
