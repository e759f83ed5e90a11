import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/** Adds an ETag derived from the content to responses without one, and returns 304 if the client has it. */
export const withEtag = etag({
  weak: true,
  // browsers replace cached headers by those of a 304
  retainedHeaders: [...RETAINED_304_HEADERS, 'Content-Security-Policy', 'X-Total-Count'],
})

/**
 * JSON response of a read. Public data is cached and revalidated; data that depends on the actor is not
 * stored. `Vary` is set here, because an uncompressed 304 must carry the same.
 */
export function jsonReadResponse(text: string, headers: Record<string, string>, isPublic: boolean): Response {
  const keeping: Record<string, string> = isPublic
    ? { 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }
    : { 'Cache-Control': 'private, no-store', Vary: 'Cookie, Authorization, Accept-Encoding' }
  return new Response(text, { headers: { 'Content-Type': 'application/json', ...headers, ...keeping } })
}
