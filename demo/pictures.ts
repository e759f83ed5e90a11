import type { drawnPeople } from '#artwork/people.ts'
import type { DisciplineName } from '#artwork/disciplines/series.ts'
import type { InkChoice } from '#artwork/poster.ts'
import { classes } from './classes.ts'
import { gallery } from './gallery.ts'
import { admin, members, trainers } from './people.ts'
import { posts } from './posts.ts'

// What is drawn for the demo club.

export type PortraitName = keyof typeof drawnPeople
export type PosterSpec = {
  discipline: DisciplineName
  inkSet: InkChoice
  seed: string
  ratio: '4:3' | '4:5'
  /** Pixels: about twice as wide as it is shown at its largest. */
  width: number
}

export const portraits: PortraitName[] = [admin, ...trainers, ...Object.values(members)].map(({ key }) => key)

export const classPoster = ({ discipline, inkSet }: (typeof classes)[number]): PosterSpec => ({
  discipline,
  inkSet,
  seed: `class-${discipline}`,
  ratio: '4:3',
  width: 2400,
})

export const postPoster = ({ discipline, inkSet, author, daysAgo }: (typeof posts)[number]): PosterSpec => ({
  discipline,
  inkSet,
  seed: `post-${author}-${daysAgo}`,
  ratio: '4:3',
  width: 900,
})

export const galleryPoster = ({ discipline, inkSet, seed }: (typeof gallery)[number]): PosterSpec => ({
  discipline,
  inkSet,
  seed,
  ratio: '4:5',
  width: 1200,
})

export const posters: PosterSpec[] = [
  ...classes.map(classPoster),
  ...posts.map(postPoster),
  ...gallery.map(galleryPoster),
]
