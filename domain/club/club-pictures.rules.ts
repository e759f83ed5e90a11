import type { Picture } from '#domain/pictures/pictures.rules.ts'

/** Places of the site's drawings where a club can show its own pictures. */
export const picturePlaces = [
  'slide-1',
  'slide-2',
  'slide-3',
  'service-1',
  'service-2',
  'service-3',
  'service-4',
  'service-5',
  'service-6',
  'service-7',
  'service-8',
  'service-9',
  'service-10',
  'sign-in',
  'sign-up',
  'profile',
] as const

export type PicturePlace = (typeof picturePlaces)[number]

/** Papers that a photograph can be printed on. */
export const papers = ['clay', 'pool', 'blush', 'bone', 'volt', 'ink'] as const
export type Paper = (typeof papers)[number]

/** A picture of the club's own. Alternative text is '' for decoration. */
export type ClubPicture = { picture: Picture; altText: string }

/** The club's own pictures; a place without one shows its drawing. */
export type ClubPictures = Partial<Record<PicturePlace, ClubPicture>>

/** Size in pixels at which a place shows its largest picture. */
export function pictureSize(place: PicturePlace): { width: number; height: number } {
  if (place.startsWith('slide')) return { width: 1080, height: 720 }
  if (place === 'profile') return { width: 1440, height: 300 }
  return { width: 720, height: 900 }
}
