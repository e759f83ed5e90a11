import { Agent, request, type IncomingHttpHeaders } from 'node:http'

type HttpResponse = { status: number; text: string; headers: IncomingHttpHeaders }

/** A client with one connection, which belongs to one worker. */
export type SingleConnectionClient = {
  ask: (path: string, headers?: Record<string, string>, body?: string) => Promise<HttpResponse>
  leave: () => void
}

/** A guard against hanging. */
const timeoutMs = 60_000
/** The server closes a connection after ten idle seconds, possibly just as it is used again. */
const maxIdleMs = 8_000

/** Creates a client for this URL. */
export function createSingleConnectionClient(url: string): SingleConnectionClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let lastHeard = 0
  const ask: SingleConnectionClient['ask'] = (path, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const wasIdle = performance.now() - lastHeard > maxIdleMs
      const how = { agent, headers, method: body ? 'POST' : 'GET', timeout: timeoutMs }
      const asked = request(url + path, how, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => {
          lastHeard = performance.now()
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers })
        })
        response.on('error', reject)
      })
      asked.on('timeout', () => asked.destroy(new Error('nothing came')))
      // a browser retries too
      asked.on('error', (error) =>
        wasIdle && asked.reusedSocket && !body ? resolve(ask(path, headers)) : reject(error),
      )
      asked.end(body)
    })
  return { ask, leave: () => agent.destroy() }
}
