import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/**
 * Gives every answer to a read a tag that follows from its bytes, unless it has one, and answers 304 without them
 * when the asker has them.
 */
export const withEtag = etag({
  weak: true,
  // a browser puts what comes with a 304 in place of what it keeps
  retainedHeaders: [...RETAINED_304_HEADERS, 'Content-Security-Policy', 'X-Total-Count'],
})

/**
 * The answer to a read. What everybody may read is used again once the club was asked; what depends on who asks is
 * kept by nobody, and lies on no disk of a shared computer. What it varies with is said here, since a 304 that is
 * not compressed must say the same.
 */
export function jsonReadResponse(text: string, headers: Record<string, string>, isPublic: boolean): Response {
  const keeping: Record<string, string> = isPublic
    ? { 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }
    : { 'Cache-Control': 'private, no-store', Vary: 'Cookie, Authorization, Accept-Encoding' }
  return new Response(text, { headers: { 'Content-Type': 'application/json', ...headers, ...keeping } })
}
