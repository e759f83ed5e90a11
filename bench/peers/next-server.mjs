import { createServer } from 'node:http'
import next from 'next'

// One process, as the club's; the page is built before (`next build`).
const app = next({ dev: false, dir: import.meta.dirname })
await app.prepare()
const handle = app.getRequestHandler()
const server = createServer((request, response) => handle(request, response))
server.listen(Number(process.argv[2]), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
