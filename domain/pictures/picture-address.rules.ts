import { bounds } from '#domain/bounds.ts'

/** Host of Google's avatars. */
export const avatarHost = 'lh3.googleusercontent.com'

/** Returns the address if it is a Google avatar, otherwise null; no other host is allowed. */
export function toGoogleAvatarUrl(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > bounds.pictureAddress.most || !URL.canParse(address))
    return null
  const url = new URL(address)
  const plain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return plain && url.hostname === avatarHost && url.href.length <= bounds.pictureAddress.most
    ? url.href
    : null
}

const ownPicturePattern =
  /^\/images\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/\d{1,5}\.(?:avif|webp)$/

/**
 * Returns the id in the address of one of the club's pictures, absolute at `publicUrl` (without a trailing
 * slash) or relative; null for any other address. The picture may not exist.
 */
export function pictureIdFromAddress(address: string, publicUrl: string): string | null {
  if (address.length > bounds.pictureAddress.most) return null
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  return ownPicturePattern.exec(path)?.[1] ?? null
}

/**
 * Returns the id in an absolute or relative address of one of the club's pictures; null for any other
 * address.
 */
export function pictureIdFromOwnUrl(address: unknown, origins: string[]): string | null {
  if (typeof address !== 'string') return null
  for (const origin of origins) {
    const id = pictureIdFromAddress(address, origin)
    if (id !== null) return id
  }
  return null
}
