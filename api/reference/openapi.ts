import { z } from 'zod'
import { isRestricted, type CallDefinition, type Contract } from '#api/contract.ts'
import { problemSchema, statusTitles } from '#api/problem-details.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { holdersOf } from '#domain/permissions.ts'
import { sessionCookie } from '#sign-in/sessions/sessions.server.ts'

type Json = Record<string, unknown>

/** Returns the OpenAPI 3.1 document of a contract, generated from its schemas. */
export function describeContract(
  { calls, title, introduction }: Contract,
  { name, publicUrl }: Pick<ClubFacts, 'name' | 'publicUrl'>,
): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = (paths[call.path] ??= {})
    path[call.method.toLowerCase()] = describeCall(call, schemas)
  }
  const refusals = Object.keys(refusalDescriptions).map(Number)
  return {
    openapi: '3.1.0',
    info: { title: `${name} ${title}`, version: '1.0.0', description: introduction },
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...new Set(calls.map((call) => call.group))].map((group) => ({ name: group })),
    paths,
    components: {
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(),
          description: 'The session cookie of a browser.',
        },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From POST /jwt.' },
      },
      schemas: { ...schemas, Problem: toJsonSchema(problemSchema, 'output', schemas) },
      responses: Object.fromEntries(refusals.map((status) => [`Refusal${status}`, describeRefusal(status)])),
      headers: {
        Total: { description: 'Total number of entries.', schema: { type: 'integer', minimum: 0 } },
        Tag: { description: 'For If-None-Match: 304 if nothing has changed.', schema: { type: 'string' } },
      },
    },
  }
}

/** Meaning of each refusal, the same for all calls. */
export const refusalDescriptions: Record<number, string> = {
  400: 'The body is not JSON.',
  401: 'Not signed in, or the token is no longer valid.',
  402: 'The card was declined; code and decline_code say why.',
  403: 'Not allowed for this role, or not in your own name.',
  404: 'It does not exist, or it is not yours.',
  405: 'Method not supported; Allow lists the supported ones.',
  408: 'The body arrived too slowly.',
  409: 'The current state does not allow it, or someone else was faster.',
  413: 'The body is too large.',
  415: 'The body is of another media type.',
  422: 'The body or the query is invalid; errors has the messages by field.',
  429: 'Too many requests; try again after Retry-After.',
  503: 'The club is unavailable; try again after Retry-After.',
}

/** Returns the statuses with which a call can refuse, ascending. */
export function refusalsOf(call: CallDefinition): number[] {
  const byBody = call.body ? [400, 408, 413, 415, 422] : []
  const byRole = isRestricted(call.access) ? [403] : []
  const byQuery = call.query ? [422] : []
  return [...new Set([401, ...byRole, ...byBody, ...byQuery, ...(call.refusals ?? []), 429, 503])].sort(
    (left, right) => left - right,
  )
}

function describeRefusal(status: number): Json {
  const message = refusalDescriptions[status] ?? ''
  const example = {
    type: 'about:blank',
    title: statusTitles[status],
    status,
    detail: message,
    message,
    requestId: '2189e94b-f738-43aa-aba2-38159d672f55',
  }
  return {
    description: message,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } },
  }
}

function describeCall(call: CallDefinition, schemas: Json): Json {
  const refusals = refusalsOf(call).map((status) => [
    status,
    { $ref: `#/components/responses/Refusal${status}` },
  ])
  const headers = {
    ...(call.counted ? { 'X-Total-Count': { $ref: '#/components/headers/Total' } } : {}),
    ...(call.method === 'GET' ? { ETag: { $ref: '#/components/headers/Tag' } } : {}),
  }
  const answer = { schema: toJsonSchema(call.answer, 'output', schemas), example: call.example.answer }
  return {
    operationId: call.name,
    tags: [call.group],
    summary: call.summary,
    description: [describeAccess(call), call.notes].filter(Boolean).join(' '),
    parameters: describeParameters(call),
    ...describeBody(call, schemas),
    security: securityOf(call),
    responses: {
      200: { description: 'Done.', headers, content: { 'application/json': answer } },
      ...(call.method === 'GET' ? { 304: { description: 'Nothing has changed since this ETag.' } } : {}),
      ...Object.fromEntries(refusals),
    },
  }
}

/** Describes the access to a call in a sentence. */
export function describeAccess({ access }: CallDefinition): string {
  if (access === 'everyone') return 'Public.'
  if (access === 'signed in') return 'For everyone signed in.'
  return `For ${holdersOf(access)
    .map((holder) => (holder === 'reception' ? holder : `${holder}s`))
    .join(' and ')} only.`
}

function securityOf({ access, cookieOnly, isPublic }: CallDefinition): Json[] {
  if (cookieOnly) return [{ cookie: [] }]
  const known = [{ cookie: [] }, { bearer: [] }]
  if (access !== 'everyone') return known
  return isPublic ? [] : [{}, ...known]
}

function describeParameters({ path, query, example }: CallDefinition): Json[] {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  const inPath = name && {
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: name === 'email' ? 'email' : 'uuid' },
    example: example.parameter,
  }
  const fields = query
    ? Object.entries(toJsonSchema(query, 'input', {}).properties as Record<string, Json>)
    : []
  const inQuery = fields.map(([field, schema]) => ({ name: field, in: 'query', required: false, schema }))
  return inPath ? [inPath, ...inQuery] : inQuery
}

function describeBody({ body, upload, form, example }: CallDefinition, schemas: Json): Json {
  if (upload) {
    const contentMediaType = upload === 'image' ? 'image/*' : 'text/csv'
    const fields = form ? toJsonSchema(form, 'input', schemas) : {}
    const { properties = {}, required = [] } = fields as { properties?: Json; required?: string[] }
    const schema = {
      type: 'object',
      properties: { [upload]: { type: 'string', contentMediaType, format: 'binary' }, ...properties },
      required: [upload, ...required],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!body) return {}
  const content = {
    'application/json': { schema: toJsonSchema(body, 'input', schemas), example: example.body },
  }
  return { requestBody: { required: true, content } }
}

/** Converts a schema to JSON Schema; its named parts move to `schemas`. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // clients must accept new response fields, and a pattern beside a format adds nothing
      delete jsonSchema.additionalProperties
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  })
  const text = JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $schema: _, $defs, ...rest } = JSON.parse(text) as Json
  Object.assign(schemas, $defs)
  return rest
}
