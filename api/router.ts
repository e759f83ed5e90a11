import type { Hono } from 'hono'
import { DomainError } from '#core/errors.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { limitWrite } from '#platform/rate-limits/rate-limits.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import type { ApiContext, ClubEnv } from './context.ts'
import { CountedItems, type CallDefinition, type Contract, type Method } from './contract.ts'
import { jsonReadResponse } from './etag.ts'
import { BodyError, readJsonObject } from './json-body.ts'
import { problemResponse, methodNotAllowed, toProblemResponse } from './problem-details.ts'

export type CallHandler = (c: ApiContext) => Promise<Response>

/** Registers a path with its methods. */
export function addRoute(
  api: Hono<ClubEnv>,
  path: string,
  handlers: Partial<Record<Method, CallHandler>>,
): void {
  api.all(path, dispatchByMethod(handlers))
}

/** Dispatches by method; other methods get 405 with `Allow`. */
export function dispatchByMethod(handlers: Partial<Record<Method, CallHandler>>): CallHandler {
  const allowed = Object.keys(handlers)
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return async (c) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } })
    const handler = handlers[method as Method]
    if (!handler) return methodNotAllowed(c, allow)
    try {
      return await handler(c)
    } catch (error) {
      return error instanceof BodyError
        ? problemResponse(c, error.status, error.message)
        : toProblemResponse(c, error)
    }
  }
}

/** Registers every call of a contract. */
export function mountContract(
  api: Hono<ClubEnv>,
  { calls, presentFacts }: Pick<Contract, 'calls' | 'presentFacts'>,
): void {
  for (const [path, ofPath] of Map.groupBy(calls, (call) => call.path))
    addRoute(
      api,
      path.replace(/\{(\w+)\}/, ':parameter'),
      Object.fromEntries(
        ofPath.map((call) => [call.method, (c: ApiContext) => serveCall(call, presentFacts, c)]),
      ),
    )
}

/**
 * Serves a call. Checks run in the order of the documented refusals: authentication, access, rate limit,
 * input.
 */
async function serveCall(
  call: CallDefinition,
  presentFacts: Contract['presentFacts'],
  c: ApiContext,
): Promise<Response> {
  const actor = await resolveCaller(call, c)
  const caller = authorize(call, actor)
  if (call.method !== 'GET') await limitWrite(caller.kind === 'person' ? caller.id : null, c.var.address)
  const parameter = c.req.param('parameter') ?? ''
  const query = call.query && parseInput(call.query, parseQuery(c))
  const body = call.body && (await readBody(call, c, caller, parameter))
  const answer = await call
    .handle({ c, actor: caller, parameter, body, query })
    .catch((error: unknown) => Promise.reject(toWireError(error, call, presentFacts)))
  return respond(call, answer)
}

function resolveCaller(call: CallDefinition, c: ApiContext): Promise<Actor> {
  if (!call.cookieOnly && !call.leavesMembership) return c.var.actor()
  return resolveActor(c.req.raw.headers, { bearer: !call.cookieOnly, makeMember: !call.leavesMembership })
}

function authorize({ access }: CallDefinition, actor: Actor): Actor {
  if (access === 'everyone') return actor
  return access === 'signed in' ? requirePerson(actor) : requirePermission(actor, access)
}

/** Returns the query parameters. A repeated parameter becomes a list, which every schema refuses. */
function parseQuery(c: ApiContext): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

async function readBody(
  call: CallDefinition,
  c: ApiContext,
  caller: Actor,
  parameter: string,
): Promise<unknown> {
  try {
    return call.body && parseInput(call.body, await readJsonObject(c.req.raw))
  } catch (error) {
    if (caller.kind === 'person') await call.exists?.(caller, parameter)
    throw error
  }
}

function respond(call: CallDefinition, answer: unknown): Response {
  const isCounted = answer instanceof CountedItems
  const text = JSON.stringify(isCounted ? answer.items : answer)
  const headers: Record<string, string> = isCounted ? { 'X-Total-Count': String(answer.total) } : {}
  // slots show the buyer's name to some people, so responses are public only if marked
  if (call.method === 'GET') return jsonReadResponse(text, headers, call.isPublic === true)
  return new Response(text, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

/** Renames the fields and facts of an error to those of the contract. */
function toWireError(
  error: unknown,
  { fields = {} }: CallDefinition,
  presentFacts: Contract['presentFacts'],
): unknown {
  if (!(error instanceof DomainError)) return error
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([field, messages]) => [fields[field] ?? field, messages]),
  )
  const details = { errors, facts: presentFacts(error.facts) }
  return new DomainError(
    error.code,
    error.message,
    error.retryAfter === null ? details : { ...details, retryAfter: error.retryAfter },
  )
}
