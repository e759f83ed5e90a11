import type { PortraitKey } from '#artwork/people.ts'
import type { GroundName } from '#artwork/still/press.ts'
import type { StillName } from '#artwork/still/stills.ts'
import { classes } from './classes.ts'
import { gallery } from './gallery.ts'
import { admin, members, trainers } from './people.ts'
import { posts } from './posts.ts'

// The pictures of the demo club, which scripts/draw-artwork.ts prints into demo/pictures.

export type StillPicture = {
  /** Name of the picture. */
  name: string
  still: StillName
  ground: GroundName
  ratio: '4:3' | '4:5'
  /** In pixels, one of the widths of renditions. */
  width: number
}

export const portraits: PortraitKey[] = [admin, ...trainers, ...Object.values(members)].map(({ key }) => key)

export const classPicture = ({ still, ground }: (typeof classes)[number]): StillPicture => ({
  name: `class-${still}`,
  still,
  ground,
  ratio: '4:3',
  width: 1440,
})

export const postPicture = ({ still, ground, author, daysAgo }: (typeof posts)[number]): StillPicture => ({
  name: `post-${author}-${daysAgo}`,
  still,
  ground,
  ratio: '4:3',
  width: 720,
})

export const galleryPicture = ({ still, ground }: (typeof gallery)[number]): StillPicture => ({
  name: `gallery-${still}`,
  still,
  ground,
  ratio: '4:5',
  width: 1080,
})

export const stillPictures: StillPicture[] = [
  ...classes.map(classPicture),
  ...posts.map(postPicture),
  ...gallery.map(galleryPicture),
]
