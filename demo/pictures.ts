import type { drawnPeople } from '#artwork/people.ts'
import type { DisciplineName } from '#artwork/disciplines/series.ts'
import type { InkChoice } from '#artwork/poster.ts'
import { classes } from './classes.ts'
import { gallery } from './gallery.ts'
import { admin, members, trainers } from './people.ts'
import { posts } from './posts.ts'

// The pictures of the demo club, which scripts/draw-artwork.ts draws into demo/pictures.

export type PortraitName = keyof typeof drawnPeople
export type PosterSpec = {
  discipline: DisciplineName
  inkSet: InkChoice
  /** Unique: also the name of the picture. */
  seed: string
  ratio: '4:3' | '4:5'
  /** In pixels, one of the widths of renditions. */
  width: number
}

export const portraits: PortraitName[] = [admin, ...trainers, ...Object.values(members)].map(({ key }) => key)

export const classPoster = ({ discipline, inkSet }: (typeof classes)[number]): PosterSpec => ({
  discipline,
  inkSet,
  seed: `class-${discipline}`,
  ratio: '4:3',
  width: 1440,
})

export const postPoster = ({ discipline, inkSet, author, daysAgo }: (typeof posts)[number]): PosterSpec => ({
  discipline,
  inkSet,
  seed: `post-${author}-${daysAgo}`,
  ratio: '4:3',
  width: 720,
})

export const galleryPoster = ({ discipline, inkSet, seed }: (typeof gallery)[number]): PosterSpec => ({
  discipline,
  inkSet,
  seed,
  ratio: '4:5',
  width: 1080,
})

export const posters: PosterSpec[] = [
  ...classes.map(classPoster),
  ...posts.map(postPoster),
  ...gallery.map(galleryPoster),
]
