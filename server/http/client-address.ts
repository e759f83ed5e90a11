/**
 * The address a request came from. What a proxy says counts only with `trustProxy`, and then only the last
 * entry, the one that the proxy itself wrote.
 */
export function clientAddress(
  { remoteAddress, headers }: { remoteAddress: string | undefined; headers: Headers },
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return (forwarded || remoteAddress || 'unknown').slice(0, 100)
}
