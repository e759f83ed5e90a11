import sharp from 'sharp'
import { portrait } from '#artwork/portrait.ts'
import { poster } from '#artwork/poster.ts'
import { renderPng } from '#artwork/render.ts'
import { checkPicture, type CheckedPicture } from '#domain/pictures/pictures.server.ts'
import { openKeptDrawings } from './kept-drawings.ts'
import { portraits, posters, type PortraitOf, type PosterOf } from './pictures.ts'

/** The demo's pictures, faces and posters, as the club keeps what was uploaded. */
export type Drawings = {
  portrait: (of: PortraitOf) => CheckedPicture
  poster: (of: PosterOf) => CheckedPicture
}

const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }
const atOnce = 2

/**
 * Draws what the demo club needs, each picture once for this checkout, and tells how far it is. The door for
 * SVG is open meanwhile and shut again afterwards, because a club takes uploads.
 */
export async function drawEverything(say: (line: string) => void): Promise<Drawings> {
  const kept = await openKeptDrawings()
  const pictures = new Map<string, CheckedPicture>()
  const total = portraits.length + posters.length
  let drawn = 0
  const draw = async (svg: string) => {
    const picture = await checkPicture(await renderPng(svg))
    drawn += 1
    if (drawn % 10 === 0) say(`  ${drawn} of ${total} pictures`)
    return picture
  }
  const drawings = [
    ...portraits.map((of) => ({ name: of, svg: () => portrait({ seed: of, ratio: '4:5', width: 1200 }) })),
    ...posters.map((of) => ({ name: nameOf(of), svg: () => poster(of) })),
  ]
  const work = drawings.map(({ name, svg }) => async () => {
    const drawing = svg()
    pictures.set(name, await kept.take(drawing, () => draw(drawing)))
  })
  sharp.unblock(svgLoader)
  try {
    await inParallel(work)
  } finally {
    sharp.block(svgLoader)
  }
  await kept.forgetOthers()
  return { portrait: (of) => found(pictures, of), poster: (of) => found(pictures, nameOf(of)) }
}

const nameOf = ({ discipline, seed, ratio }: PosterOf) => `${discipline} ${seed} ${ratio}`

function found(pictures: Map<string, CheckedPicture>, name: string): CheckedPicture {
  const picture = pictures.get(name)
  if (!picture) throw new Error(`Nothing was drawn for ${name}.`)
  return picture
}

async function inParallel(work: (() => Promise<void>)[]): Promise<void> {
  const waiting = work.values()
  const worker = async () => {
    for (const each of waiting) await each()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
