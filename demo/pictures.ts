import type { drawnPeople } from '#artwork/people.ts'
import type { DisciplineName } from '#artwork/disciplines/series.ts'
import { classes } from './classes.ts'
import { gallery } from './gallery.ts'
import { admin, members, trainers } from './people.ts'
import { posts } from './posts.ts'

// What is drawn for the demo club.

export type PortraitOf = keyof typeof drawnPeople
export type PosterOf = { discipline: DisciplineName; seed: string; ratio: '4:3' | '4:5' }

export const portraits: PortraitOf[] = [admin, ...trainers, ...Object.values(members)].map(({ key }) => key)

export const classPoster = ({ discipline }: (typeof classes)[number]): PosterOf => ({
  discipline,
  seed: `class-${discipline}`,
  ratio: '4:3',
})

export const postPoster = ({ discipline, author, daysAgo }: (typeof posts)[number]): PosterOf => ({
  discipline,
  seed: `post-${author}-${daysAgo}`,
  ratio: '4:3',
})

export const galleryPoster = ({ discipline, seed }: (typeof gallery)[number]): PosterOf => ({
  discipline,
  seed,
  ratio: '4:5',
})

export const posters: PosterOf[] = [
  ...classes.map(classPoster),
  ...posts.map(postPoster),
  ...gallery.map(galleryPoster),
]
