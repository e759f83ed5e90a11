import { DomainError } from '#core/errors.ts'
import { readText } from '#platform/request-body/read-body.ts'

/** Thrown for an unreadable body; becomes 400 or 415. */
export class BodyError extends Error {
  readonly status: 400 | 415
  constructor(status: 400 | 415, message: string) {
    super(message)
    this.status = status
  }
}

const maxBodyBytes = 64 * 1024

/**
 * Returns the JSON object of the body. Throws for other media types, other JSON values and more than 64 kB.
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type))
    throw new BodyError(415, 'Send this as application/json.')
  const body: unknown = parseJson(await readText(request, maxBodyBytes))
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
