// The part of autocannon that the benchmarks use; it has no types of its own.
declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; headers?: Record<string, string> }
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
