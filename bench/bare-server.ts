import { createServer } from 'node:http'
import type { RecordedResponse } from './servers.ts'

// The lower bound of Node: the same bytes and headers from memory, without router, database and checks.
process.once('message', (answers: Record<string, RecordedResponse>) => {
  const prepared = new Map(
    Object.entries(answers).map(([path, { headers, body }]) => [
      path,
      { headers: headers.flat(), body: Buffer.from(body, 'base64') },
    ]),
  )
  const server = createServer((request, response) => {
    const answer = prepared.get(request.url ?? '')
    if (!answer) return response.writeHead(404).end()
    return response.writeHead(200, answer.headers).end(answer.body)
  })
  server.listen(Number(process.argv[2]), '127.0.0.1')
  process.once('SIGTERM', () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
})
