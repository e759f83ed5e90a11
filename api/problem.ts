import { z } from 'zod'
import { asRefusal, statusOf } from '#domain/refusals.server.ts'
import { CardDeclined } from '#platform/cards/sandbox.ts'
import { logError, redactPath } from '#platform/log.ts'
import type { Call } from './request.ts'

export const titleOf: Record<number, string> = {
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

/** The shape of every refusal. */
export const problemAnswer = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string().meta({ description: 'A sentence for the person in front of the screen.' }),
  requestId: z.string(),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: 'Messages by field; a field within another is named with a dot.' }),
})

/** An error of the REST contract: problem details (RFC 9457) with the sentence in `message` as well. */
export function problem(
  c: Call,
  status: number,
  message: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Response {
  const body = {
    ...more,
    type: 'about:blank',
    title: titleOf[status] ?? 'Error',
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

export const noSuchAddress = (c: Call) => problem(c, 404, 'There is no such address in this API.')

/** Refuses a method; `allow` are those that the address answers, as `Allow` lists them. */
export const refuseMethod = (c: Call, allow: string) =>
  problem(c, 405, `This address answers ${allow}.`, {}, { Allow: allow })

/** Turns whatever a call threw into its answer; only what nobody expected is logged, and tells nothing. */
export function toProblem(c: Call, error: unknown): Response {
  const refusal = asRefusal(error)
  if (refusal) {
    const { code, message, errors, facts, retryAfter } = refusal
    const more = Object.keys(errors).length > 0 ? { ...facts, errors } : facts
    const headers: Record<string, string> =
      retryAfter === null ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) }
    return problem(c, statusOf[code], message, more, headers)
  }
  if (error instanceof CardDeclined)
    return problem(c, 402, error.message, { code: error.code, decline_code: error.declineCode })
  logError(error, { requestId: c.var.requestId, method: c.req.method, path: redactPath(c.req.path) })
  return problem(c, 500, 'Something went wrong on our side. It has been noted.')
}
