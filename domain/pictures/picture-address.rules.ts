import { bounds } from '#domain/bounds.ts'

/** Where Google keeps the faces of people. */
export const avatarHost = 'lh3.googleusercontent.com'

/** The address if it is one of Google's avatars, otherwise null: no other host's pictures are shown. */
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
 * The id in the address of one of the club's own pictures, either absolute at `publicUrl` (without a
 * trailing slash) or relative to it; null for any other address. Says nothing about whether it exists.
 */
export function pictureIdFromAddress(address: string, publicUrl: string): string | null {
  if (address.length > bounds.pictureAddress.most) return null
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  return ownPicturePattern.exec(path)?.[1] ?? null
}

/** The id in an address of one of the club's own pictures, absolute or not; null for any other address. */
export function pictureIdFromOwnUrl(address: unknown, origins: string[]): string | null {
  if (typeof address !== 'string') return null
  for (const origin of origins) {
    const id = pictureIdFromAddress(address, origin)
    if (id !== null) return id
  }
  return null
}
