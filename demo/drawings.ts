import sharp from 'sharp'
import type { drawnPeople } from '#artwork/people.ts'
import { portrait } from '#artwork/portrait.ts'
import { poster } from '#artwork/poster.ts'
import { renderPng } from '#artwork/render.ts'
import type { DisciplineName } from '#artwork/disciplines/series.ts'

type PosterOf = { discipline: DisciplineName; seed: string; ratio: '4:3' | '4:5' }

/** Draws the demo's pictures when they are needed, and tells how far it is. */
export type Drawings = {
  portrait: (key: keyof typeof drawnPeople) => Promise<Uint8Array>
  poster: (wanted: PosterOf) => Promise<Uint8Array>
  /** Shuts the door for SVG again, which stays shut while the club takes uploads. */
  close: () => void
}

const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }

/** `total` is how many pictures there will be; every tenth is told. */
export function openDrawings(total: number, say: (line: string) => void): Drawings {
  sharp.unblock(svgLoader)
  let drawn = 0
  const draw = async (svg: string) => {
    const picture = await renderPng(svg)
    drawn += 1
    if (drawn % 10 === 0) say(`  ${drawn} of ${total} pictures`)
    return picture
  }
  return {
    portrait: (key) => draw(portrait({ seed: key, ratio: '4:5', width: 800 })),
    poster: ({ discipline, seed, ratio }) => draw(poster({ discipline, seed, ratio, width: 960 })),
    close: () => sharp.block(svgLoader),
  }
}
