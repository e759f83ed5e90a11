import sharp from 'sharp'
import { portrait } from '#artwork/portrait.ts'
import { poster } from '#artwork/poster.ts'
import { renderPng } from '#artwork/render.ts'
import { processPicture, type ProcessedPicture } from '#domain/pictures/pictures.server.ts'
import { openDrawingCache } from './drawing-cache.ts'
import { portraits, posters, type PortraitName, type PosterSpec } from './pictures.ts'

/** The demo's pictures, faces and posters, as the club keeps what was uploaded. */
export type Drawings = {
  portrait: (of: PortraitName) => ProcessedPicture
  poster: (of: PosterSpec) => ProcessedPicture
}

const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }
const concurrency = 2

/**
 * Draws the demo club's pictures, each once for this checkout, and reports progress. SVG input is enabled meanwhile
 * and disabled again afterwards, because a club accepts uploads.
 */
export async function drawAllPictures(say: (line: string) => void): Promise<Drawings> {
  const kept = await openDrawingCache()
  const pictures = new Map<string, ProcessedPicture>()
  const total = portraits.length + posters.length
  let drawn = 0
  const draw = async (svg: string) => {
    const picture = await processPicture(await renderPng(svg))
    drawn += 1
    if (drawn % 10 === 0) say(`  ${drawn} of ${total} pictures`)
    return picture
  }
  const drawings = [
    ...portraits.map((of) => ({ name: of, svg: () => portrait({ seed: of, ratio: '4:5', width: 1200 }) })),
    ...posters.map((of) => ({ name: posterName(of), svg: () => poster(of) })),
  ]
  const work = drawings.map(({ name, svg }) => async () => {
    const drawing = svg()
    pictures.set(name, await kept.take(drawing, () => draw(drawing)))
  })
  sharp.unblock(svgLoader)
  try {
    await runConcurrently(work)
  } finally {
    sharp.block(svgLoader)
  }
  await kept.forgetOthers()
  return {
    portrait: (of) => requirePicture(pictures, of),
    poster: (of) => requirePicture(pictures, posterName(of)),
  }
}

const posterName = ({ discipline, seed, ratio }: PosterSpec) => `${discipline} ${seed} ${ratio}`

function requirePicture(pictures: Map<string, ProcessedPicture>, name: string): ProcessedPicture {
  const picture = pictures.get(name)
  if (!picture) throw new Error(`Nothing was drawn for ${name}.`)
  return picture
}

async function runConcurrently(work: (() => Promise<void>)[]): Promise<void> {
  const waiting = work.values()
  const worker = async () => {
    for (const each of waiting) await each()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
