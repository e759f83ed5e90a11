import { pictureIdFromAddress } from './pictures.rules.ts'
import { bounds } from '#words/bounds.ts'

/** Where Google keeps the faces of people. */
export const avatarHost = 'lh3.googleusercontent.com'

/** The address if it is one of Google's avatars, otherwise null: no other host's pictures are shown. */
export function googleAvatar(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > bounds.pictureAddress.most || !URL.canParse(address))
    return null
  const url = new URL(address)
  const plain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return plain && url.hostname === avatarHost && url.href.length <= bounds.pictureAddress.most
    ? url.href
    : null
}

/** The id in an address of one of the club's own pictures, absolute or not; null for any other address. */
export function ownPictureId(address: unknown, origins: string[]): string | null {
  if (typeof address !== 'string') return null
  for (const origin of origins) {
    const id = pictureIdFromAddress(address, origin)
    if (id !== null) return id
  }
  return null
}
