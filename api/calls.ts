import type { Hono } from 'hono'
import { DomainError } from '../domain/errors.ts'
import { limitWrite } from '../platform/limits.ts'
import { problem, toProblem } from './problem.ts'
import type { Call, ClubEnv } from './request.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Handler = (c: Call) => Promise<Response>

/** Thrown for a body that cannot be read as the call's kind of body; answered 400, 413 or 415. */
export class BodyError extends Error {
  readonly status: 400 | 413 | 415
  constructor(status: 400 | 413 | 415, message: string) {
    super(message)
    this.status = status
  }
}

/** Adds one address of the contract with its methods; any other method is answered 405 with `Allow`. */
export function addCalls(api: Hono<ClubEnv>, path: string, handlers: Partial<Record<Method, Handler>>): void {
  const allowed = Object.keys(handlers)
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  api.all(path, async (c) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } })
    const handler = handlers[method as Method]
    if (!handler) return problem(c, 405, `This address answers ${allowed.join(', ')}.`, {}, { Allow: allow })
    try {
      if (method !== 'GET') await countWrite(c)
      return await handler(c)
    } catch (error) {
      return error instanceof BodyError ? problem(c, error.status, error.message) : toProblem(c, error)
    }
  })
}

/** Only people are counted here: what visitors may send has limits of its own. */
async function countWrite(c: Call): Promise<void> {
  const actor = await c.var.actor()
  if (actor.kind === 'person') await limitWrite(actor.id)
}

const largestBody = 64 * 1024

/** The JSON object a call was sent; other media types, other shapes and more than 64 kB are refused. */
export async function readObject(c: Call): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type))
    throw new BodyError(415, 'Send this as application/json.')
  const body: unknown = parseJson(await readText(c.req.raw))
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new DomainError('invalid', 'The body must be a JSON object.')
  return body as Record<string, unknown>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BodyError(400, 'The body is not JSON.')
  }
}

/** Reads a body as text, and stops reading at the limit whatever length the sender announced. */
export async function readText(request: Request, most = largestBody): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new BodyError(413, `The body may have at most ${most} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** An answer of the contract. Nothing of it is kept by caches between the club and its caller. */
export function answer(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { 'Cache-Control': 'private, no-cache', ...headers } })
}
