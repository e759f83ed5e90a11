import { renditionAddress } from '../images/images.rules.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const ownPicture = new RegExp(`^/images/(${uuid})/\\d{1,5}\\.(avif|webp)$`)

/** The address if it is one of Google's avatars, otherwise null: no other host's pictures are shown. */
export function googleAvatar(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > 500 || !URL.canParse(address)) return null
  const url = new URL(address)
  const plain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return plain && url.hostname === 'lh3.googleusercontent.com' && url.href.length <= 500 ? url.href : null
}

/** The id in an address of one of the club's own pictures, absolute or not; null for any other address. */
export function ownPictureId(address: unknown, origins: string[]): string | null {
  if (typeof address !== 'string' || address.length > 500) return null
  const origin = origins.find((each) => address.startsWith(`${each}/`))
  return ownPicture.exec(origin ? address.slice(origin.length) : address)?.[1] ?? null
}

/** How one of the club's own pictures is written into an identity. */
export const pictureAddress = (id: string) => renditionAddress(id, 320, 'webp')
