import { expect, test } from 'vitest'
import { series, type DisciplineName } from '#artwork/disciplines/series.ts'
import { groundInks } from '#artwork/ground.ts'
import { drawnPeople } from '#artwork/people.ts'
import type { InkChoice } from '#artwork/poster.ts'
import { services } from '#artwork/site-artwork.ts'
import { classes } from './classes.ts'
import { gallery } from './gallery.ts'
import { trainers } from './people.ts'
import { posts } from './posts.ts'

const groundOf = ({ discipline, inkSet }: { discipline: DisciplineName; inkSet: InkChoice }) =>
  series[discipline].inkSets[inkSet][0]
const paperOf = ({ key }: (typeof trainers)[number]) => groundInks[drawnPeople[key].look.inkPair]?.[0]

/** The pairs that lie beside or below each other, each with the ground they share. */
function equalNeighbours(grounds: (string | undefined)[], columns: number): string[] {
  return grounds.flatMap((ground, index) => {
    const beside = (index + 1) % columns === 0 ? [] : [index + 1]
    return [...beside, index + columns]
      .filter((other) => ground === grounds[other])
      .map((other) => `${index} and ${other} are ${ground}`)
  })
}

// There are six grounds, and to differ at every count up to six takes seven. So each list is right at the
// counts of columns that its page has at some width, and at those of its neighbours that fit as well.
const lists = {
  services: { grounds: Object.values(services).map(groundOf), columns: [1, 2, 4, 5] },
  classes: { grounds: classes.toReversed().map(groundOf), columns: [1, 2, 4, 5, 6] },
  gallery: { grounds: gallery.map(groundOf), columns: [1, 2, 4, 5, 6] },
  trainers: { grounds: trainers.map(paperOf), columns: [1, 2, 3, 4, 6] },
  posts: { grounds: posts.toReversed().map(groundOf), columns: [1, 2, 3] },
}

test.each(
  Object.entries(lists).flatMap(([name, { grounds, columns }]) =>
    columns.map((count) => ({ name, grounds, count })),
  ),
)('$name in $count columns have no two neighbours on one ground', ({ grounds, count }) => {
  expect(equalNeighbours(grounds, count)).toEqual([])
})

test('around the large class of the home page no two neighbours share a ground, the tile of volt included', () => {
  const [large, ...others] = lists.classes.grounds
  // the large one takes two rows and two columns; the tile that leads to all of them ends the third row
  const rows = [
    [large, large, others[0], others[1]],
    [large, large, others[2], others[3]],
    [others[4], others[5], others[6], 'volt'],
  ]
  const cells = rows.flat()
  expect(equalNeighbours(cells, 4)).toEqual(
    [`0 and 1`, `0 and 4`, `1 and 5`, `4 and 5`].map((pair) => `${pair} are ${large}`),
  )
})
