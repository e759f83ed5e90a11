import { z } from 'zod'
import { unexpectedMessage } from '#core/errors.ts'
import { toDomainError, httpStatusOf } from '#domain/error-mapping.server.ts'
import { CardDeclined } from '#platform/cards/sandbox-cards.ts'
import { logError, redactPath } from '#platform/observability/log.ts'
import type { ApiContext } from './context.ts'

export const statusTitles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  402: 'Card declined',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Invalid input',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
}

/** Schema of every refusal. */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string().meta({ description: 'A sentence to display.' }),
  requestId: z.string(),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: 'Messages by field. Nested fields use a dot.' }),
})

/** A refusal as problem details (RFC 9457), with the sentence for people in `message`. */
export function problemResponse(
  c: ApiContext,
  status: number,
  message: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Response {
  const body = {
    ...more,
    type: 'about:blank',
    title: statusTitles[status] ?? 'Error',
    status,
    detail: message,
    message,
    requestId: c.var.requestId,
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(status === 429 || status === 503 ? { 'Retry-After': '30' } : {}),
      ...headers,
    },
  })
}

export const routeNotFound = (c: ApiContext) =>
  problemResponse(c, 404, 'There is no such address in this API.')

/** A 405 response; `allow` is the value of the `Allow` header. */
export const methodNotAllowed = (c: ApiContext, allow: string) =>
  problemResponse(c, 405, `This address answers ${allow}.`, {}, { Allow: allow })

/** Maps an error to a response. Unexpected errors are logged, and their details are not exposed. */
export function toProblemResponse(c: ApiContext, error: unknown): Response {
  const refusal = toDomainError(error)
  if (refusal) {
    const { code, message, errors, facts, retryAfter } = refusal
    const more = Object.keys(errors).length > 0 ? { ...facts, errors } : facts
    const headers: Record<string, string> =
      retryAfter === null ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) }
    return problemResponse(c, httpStatusOf[code], message, more, headers)
  }
  if (error instanceof CardDeclined)
    return problemResponse(c, 402, error.message, { code: error.code, decline_code: error.declineCode })
  logError(error, { requestId: c.var.requestId, method: c.req.method, path: redactPath(c.req.path) })
  return problemResponse(c, 500, unexpectedMessage())
}
