import sharp from 'sharp'
import { portrait } from '#artwork/portrait.ts'
import { poster } from '#artwork/poster.ts'
import { renderPng } from '#artwork/render.ts'
import { checkPicture, type CheckedPicture } from '#domain/pictures/pictures.server.ts'
import { openKeptDrawings } from './kept-drawings.ts'
import { portraits, posters, type PortraitOf, type PosterOf } from './pictures.ts'

/** The demo's pictures: faces as they are handed in at sign-up, posters as the club keeps what was uploaded. */
export type Drawings = {
  portrait: (of: PortraitOf) => Uint8Array
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
  const faces = new Map<string, Uint8Array>()
  const sheets = new Map<string, CheckedPicture>()
  const total = portraits.length + posters.length
  let drawn = 0
  const draw = async (svg: string) => {
    const picture = await renderPng(svg)
    drawn += 1
    if (drawn % 10 === 0) say(`  ${drawn} of ${total} pictures`)
    return picture
  }
  const portraitWork = portraits.map((of) => async () => {
    const svg = portrait({ seed: of, ratio: '4:5', width: 1200 })
    faces.set(of, await kept.take('portrait', svg, () => draw(svg)))
  })
  const posterWork = posters.map((of) => async () => {
    const svg = poster(of)
    sheets.set(nameOf(of), await kept.take('poster', svg, async () => checkPicture(await draw(svg))))
  })
  sharp.unblock(svgLoader)
  try {
    await inParallel([...portraitWork, ...posterWork])
  } finally {
    sharp.block(svgLoader)
  }
  await kept.forgetOthers()
  return { portrait: (of) => found(faces, of), poster: (of) => found(sheets, nameOf(of)) }
}

const nameOf = ({ discipline, seed, ratio }: PosterOf) => `${discipline} ${seed} ${ratio}`

function found<Picture>(pictures: Map<string, Picture>, name: string): Picture {
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
