import { createHash } from 'node:crypto'

/** Whether the header If-None-Match names this entity, so that it need not be sent again. */
export function namesEntity(header: string | null, etag: string): boolean {
  const named = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return named.includes('*') || named.includes(etag.replace(/^W\//, ''))
}

/**
 * The answer to a read: with a tag that follows from its bytes, and 304 without them when the asker has them.
 * Nothing is used again without asking; what depends on who asks is kept by nobody in between.
 */
export function answerRead(
  request: Request,
  text: string,
  headers: Record<string, string>,
  isPublic: boolean,
): Response {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const common: Record<string, string> = {
    'Content-Type': 'application/json',
    ...headers,
    'Cache-Control': isPublic ? 'public, no-cache' : 'private, no-cache',
    ETag: etag,
    ...(isPublic ? {} : { Vary: 'Cookie, Authorization' }),
  }
  if (namesEntity(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: common })
  return new Response(text, { headers: common })
}
