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

/** The site's drawings of its services, in the order of the places. */
const serviceDrawings = [
  'service-strength-mastery',
  'service-cardio-fusion',
  'service-yoga-harmony',
  'service-high-intensity-burn',
  'service-mindful-meditation',
  'service-body-sculpting',
  'service-spin-revolution',
  'service-functional-fitness',
  'service-pilates-precision',
  'service-crossfit-challenge',
] as const

/** Drawings that a place can show instead of its own. */
export const posterDrawings = [...serviceDrawings, 'poster-boxing', 'poster-mobility'] as const
export const stillDrawings = [
  'still-kettlebell',
  'still-barbell',
  'still-dumbbells',
  'still-rings',
  'still-gloves',
  'still-rope',
  'still-flywheel',
  'still-speedbag',
] as const
export type Drawing = (typeof posterDrawings)[number] | (typeof stillDrawings)[number]

/** The drawings whose motifs the slides show; the first shows none of them. */
const slideDrawings = [undefined, 'poster-mobility', 'poster-boxing'] as const

/** Returns the drawing whose motif a place shows without a choice; undefined for a motif that is not a choice. */
export function ownDrawingOf(place: PicturePlace): Drawing | undefined {
  const index = Number(place.split('-')[1]) - 1
  return place.startsWith('service')
    ? serviceDrawings[index]
    : place.startsWith('slide')
      ? slideDrawings[index]
      : undefined
}

/** Places of the first page, where no drawing stands twice. */
export const isOnFirstPage = (place: PicturePlace) => place.startsWith('slide') || place.startsWith('service')

/** A picture of the club's own, or a drawing that it chose. Alternative text is '' for decoration. */
export type ClubPicture =
  | { picture: Picture; drawing: null; altText: string }
  | { picture: null; drawing: Drawing; altText: string }

/** The club's own pictures; a place without one shows its drawing. */
export type ClubPictures = Partial<Record<PicturePlace, ClubPicture>>

/** Size in pixels at which a place shows its largest picture. */
export function pictureSize(place: PicturePlace): { width: number; height: number } {
  if (place.startsWith('slide')) return { width: 1080, height: 720 }
  if (place === 'profile') return { width: 1440, height: 300 }
  return { width: 720, height: 900 }
}
