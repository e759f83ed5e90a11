import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'

// A process of its own that keeps a PostgreSQL in the folder it is given, as the club does, so that tests
// can kill it. It says on one line of JSON how the start went, and its log lines before that.
const [folder = ''] = process.argv.slice(2)

try {
  const server = await startEmbeddedPostgres({ folder, options: { log: (line) => report({ line }) } })
  const alive = setInterval(() => {}, 60_000)
  process.once('SIGTERM', async () => {
    clearInterval(alive)
    await server.stop()
  })
  report({ started: { url: server.url, adopted: server.adopted } })
} catch (error) {
  const { name, message } = error as Error
  report({ refused: { name, message } })
}

function report(news: unknown): void {
  process.stdout.write(`${JSON.stringify(news)}\n`)
}
