import { expect, test } from 'vitest'
import { series, type DisciplineName } from '#artwork/disciplines/series.ts'
import { inks } from '#artwork/inks.ts'
import { drawnPeople } from '#artwork/people.ts'
import type { InkChoice } from '#artwork/poster.ts'
import { services } from '#artwork/site-artwork.ts'
import { grounds, type GroundName } from '#artwork/still/press.ts'
import { classes } from './classes.ts'
import { gallery } from './gallery.ts'
import { trainers } from './people.ts'
import { posts } from './posts.ts'

const posterGround = ({ discipline, inkSet }: { discipline: DisciplineName; inkSet: InkChoice }) =>
  inks[series[discipline].inkSets[inkSet][0]]
// on the ink grounds most of the sheet is dark
const stillGround = ({ ground }: { ground: GroundName }) =>
  ground.startsWith('ink') ? inks.ink : grounds[ground].paper
const paperOf = ({ key }: (typeof trainers)[number]) => inks[drawnPeople[key].ground]

/** The pairs that lie beside or below each other, each with the ground they share. */
function equalNeighbours(sheets: readonly (string | undefined)[], columns: number): string[] {
  return sheets.flatMap((ground, index) => {
    const beside = (index + 1) % columns === 0 ? [] : [index + 1]
    return [...beside, index + columns]
      .filter((other) => ground === sheets[other])
      .map((other) => `${index} and ${other} are ${ground}`)
  })
}

// There are six grounds, and to differ at every count up to six takes seven. So each list is right at the
// counts of columns that its page has at some width, and at those of its neighbours that fit as well.
const lists = {
  services: { sheets: Object.values(services).map(posterGround), columns: [1, 2, 4, 5] },
  classes: { sheets: classes.toReversed().map(stillGround), columns: [1, 2, 4, 5, 6] },
  gallery: { sheets: gallery.map(stillGround), columns: [1, 2, 4, 5, 6] },
  trainers: { sheets: trainers.map(paperOf), columns: [1, 2, 3, 4, 6] },
  posts: { sheets: posts.toReversed().map(stillGround), columns: [1, 2, 3] },
}

test.each(
  Object.entries(lists).flatMap(([name, { sheets, columns }]) =>
    columns.map((count) => ({ name, sheets, count })),
  ),
)('$name in $count columns have no two neighbours on one ground', ({ sheets, count }) => {
  expect(equalNeighbours(sheets, count)).toEqual([])
})

test('around the large class of the home page no two neighbours share a ground, the tile of volt included', () => {
  const [large, ...others] = lists.classes.sheets
  // the large one takes two rows and two columns; the tile that leads to all of them ends the third row
  const rows = [
    [large, large, others[0], others[1]],
    [large, large, others[2], others[3]],
    [others[4], others[5], others[6], inks.volt],
  ]
  const cells = rows.flat()
  expect(equalNeighbours(cells, 4)).toEqual(
    [`0 and 1`, `0 and 4`, `1 and 5`, `4 and 5`].map((pair) => `${pair} are ${large}`),
  )
})
