import { expect, test } from 'vitest'
import { services } from '#artwork/site-artwork.ts'
import { postsPerPage } from '#domain/forum/forum.rules.ts'
import { posterMotif, stillMotif } from '#tests/motifs.ts'
import { classes } from './classes.ts'
import { gallery } from './gallery.ts'
import { posts } from './posts.ts'

const motifsOf = (pictures: readonly { still: Parameters<typeof stillMotif>[0] }[]) =>
  pictures.map(({ still }) => stillMotif(still))
const twice = (motifs: readonly string[]) => motifs.filter((motif, index) => motifs.indexOf(motif) !== index)

test('no motif is twice on the home page', () => {
  const slides = ['hands', posterMotif('mobility'), posterMotif('boxing')]
  const servicePosters = Object.values(services).map(({ discipline }) => posterMotif(discipline))
  const newest = [...motifsOf(classes.slice(-8)), ...motifsOf(posts.slice(-4))]
  expect(twice([...slides, ...servicePosters, ...newest])).toEqual([])
})

test('no motif is twice in the gallery or in the list of classes', () => {
  expect(twice(motifsOf(gallery))).toEqual([])
  expect(twice(motifsOf(classes))).toEqual([])
})

test('no motif is twice on a page of the forum, also after new posts have moved the others', () => {
  const motifs = motifsOf(posts)
  for (let first = 0; first + postsPerPage <= motifs.length; first++)
    expect(twice(motifs.slice(first, first + postsPerPage))).toEqual([])
})
