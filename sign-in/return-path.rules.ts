const dummyOrigin = 'https://club.invalid'
const controlCharacters = /\p{Cc}/u
// slashes and backslashes encoded once or more, and control characters that could split a header
const encodedSeparators = /%(?:25)*(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i

/**
 * Returns the path to go to after signing in, or '/' unless it is on this site. Refuses other hosts in any
 * disguise, script addresses and text that could split a header (open redirect).
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000) return '/'
  if (!/^\/(?![/\\])/.test(value) || value.includes('\\') || controlCharacters.test(value)) return '/'
  const pathEnd = value.search(/[?#]/)
  const path = pathEnd === -1 ? value : value.slice(0, pathEnd)
  if (encodedSeparators.test(path) || /%(?:25)*0[ad]/i.test(value)) return '/'
  if (!URL.canParse(value, dummyOrigin)) return '/'
  const url = new URL(value, dummyOrigin)
  // a path such as /x/..//evil.example is normalised to one that browsers treat as another host
  if (url.origin !== dummyOrigin || url.pathname.startsWith('//')) return '/'
  if (/^\/sign(In|Up)(\/|$)/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** Whether this is the sign-in page, with a safe return path if it has one. */
export function isSignInPage(path: string): boolean {
  const [page, query = ''] = path.split('?', 2)
  const from = new URLSearchParams(query).get('from') ?? '/'
  return page === '/signIn' && safeReturnPath(from) === from && !controlCharacters.test(path)
}
