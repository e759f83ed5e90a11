import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'

// Runs an embedded PostgreSQL in the given folder, in a process that tests can kill. Prints log lines and then
// one line of JSON with the result of the start.
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
