const dummyOrigin = 'https://club.invalid'
const controlCharacters = /\p{Cc}/u
// a slash or backslash in disguise, once or twice encoded, and line breaks that could split a header
const encodedSeparators = /%(?:25)*(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i

/**
 * Where to go after signing in: the path itself when it lies on this site, '/' for anything else, such as
 * another host in any disguise, a script address or text that could split a header.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000) return '/'
  if (!/^\/(?![/\\])/.test(value) || value.includes('\\') || controlCharacters.test(value)) return '/'
  const pathEnd = value.search(/[?#]/)
  const path = pathEnd === -1 ? value : value.slice(0, pathEnd)
  if (encodedSeparators.test(path) || /%(?:25)*0[ad]/i.test(value)) return '/'
  if (!URL.canParse(value, dummyOrigin)) return '/'
  const url = new URL(value, dummyOrigin)
  // a path such as /x/..//evil.example becomes one that a browser would read as another host
  if (url.origin !== dummyOrigin || url.pathname.startsWith('//')) return '/'
  if (/^\/sign(In|Up)(\/|$)/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
