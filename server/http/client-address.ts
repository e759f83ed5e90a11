/**
 * Returns the client's address. Forwarded headers count with `trustProxy` only, and only their last entry, which the
 * proxy itself wrote.
 */
export function clientAddress(
  { remoteAddress, headers }: { remoteAddress: string | undefined; headers: Headers },
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return (forwarded || remoteAddress || 'unknown').slice(0, 100)
}
