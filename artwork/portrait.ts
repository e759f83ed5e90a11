import sharp from 'sharp'
import { heldThingPlates } from './held-things.ts'
import { inks, type InkName } from './inks.ts'
import { drawnPeople, type Crop, type Look, type PortraitKey } from './people.ts'
import { drawPerson } from './person-drawing.ts'
import { grainMask } from './still/blue-noise.ts'
import { channelsOf, grainFor, inkShare, printPlates, type Print } from './still/press.ts'
import { smoothStep } from './still/vectors.ts'

// Position of the drawing on a sheet 800 wide.
const crops: Record<Crop, { x: number; y: number; scale: number }> = {
  close: { x: -253, y: -96, scale: 0.75 },
  mid: { x: -176, y: -36, scale: 0.66 },
  bust: { x: -109, y: 26, scale: 0.584 },
  far: { x: -66, y: 78, scale: 0.535 },
}
const sheetWidth = 800
const drawingWidth = 1744

// Below this width a face is flat: without shade, shadow and thing.
const smallestShaded = 200

/** A layer of a portrait: its colours and how much of each pixel it covers. */
type Layer = { colours: (index: number, channel: number) => number; cover: Float32Array; isDrawn: boolean }

/** A person of the demo club at 4:5, printed at the size it is shown; the same every time. */
export function printPortrait(key: PortraitKey, width: number): Promise<Print> {
  return printLook(drawnPeople[key], width)
}

async function printLook(look: Look, width: number): Promise<Print> {
  const seen = width >= smallestShaded ? look : { ...look, gesture: undefined, thing: undefined }
  return printLayers(await layersOf(seen, width, heightOf(width)), look.ground, width)
}

/** Generic head and shoulders, for a trainer without a picture. */
export async function printNobody(width: number): Promise<Print> {
  const figure =
    `<g fill="${inks.chalk}" stroke="${inks.ink}" stroke-width="12"><path d="M90 1020C100 780 230 690 400 690S700 780 710 1020Z"/></g>` +
    `<circle cx="400" cy="430" r="165" fill="${inks.ink}"/>`
  return printLayers([await svgLayer(figure, width, heightOf(width))], 'blush', width)
}

const heightOf = (width: number) => Math.round(width * 1.25)

async function printLayers(layers: Layer[], paper: InkName, width: number): Promise<Print> {
  const height = heightOf(width)
  const isShaded = width >= smallestShaded
  const grain = grainFor(width)
  const data = Buffer.alloc(width * height * 3)
  const ground = channelsOf(inks[paper])
  for (let index = 0; index < data.length; index++) data[index] = ground[index % 3]!
  const print = { data, width, height }
  for (const [index, layer] of layers.entries()) {
    if (isShaded) await printShadow(print, layer, index === 0, grain)
    await printLayer(print, layer, isShaded, grain)
  }
  return print
}

async function layersOf(look: Look, width: number, height: number): Promise<Layer[]> {
  const { body, gesture } = drawPerson(look)
  const layers = [await drawnLayer(body, look, width, height)]
  if (look.thing) {
    const { plates, ground, isBehind } = heldThingPlates(look.thing, width, height)
    const { data } = printPlates(plates, ground, { grain: grainFor(width) })
    const thing: Layer = {
      colours: (index, channel) => data[index * 3 + channel]!,
      cover: plates.cover,
      isDrawn: false,
    }
    if (isBehind) layers.unshift(thing)
    else layers.push(thing)
  }
  if (gesture !== '') layers.push(await drawnLayer(gesture, look, width, height))
  return layers
}

function drawnLayer(drawing: string, look: Look, width: number, height: number): Promise<Layer> {
  const { x, y, scale } = crops[look.crop]
  const left = x + (look.offset ?? 0)
  const transform = look.mirrored
    ? `translate(${left + drawingWidth * scale} ${y}) scale(${-scale} ${scale})`
    : `translate(${left} ${y}) scale(${scale})`
  return svgLayer(`<g transform="${transform}" fill="none">${drawing}</g>`, width, height)
}

/** A layer of SVG in user units of a sheet 800 wide. */
async function svgLayer(drawing: string, width: number, height: number): Promise<Layer> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sheetWidth} ${(sheetWidth * height) / width}">` +
    `${drawing}</svg>`
  const pixels = await sharp(Buffer.from(svg)).resize(width, height).ensureAlpha().raw().toBuffer()
  const cover = Float32Array.from({ length: width * height }, (_, index) => pixels[index * 4 + 3]! / 255)
  return { colours: (index, channel) => pixels[index * 4 + channel]!, cover, isDrawn: true }
}

/** Blurs a cover, from 0 to 255. */
function blur(cover: Float32Array, width: number, height: number, sigma: number): Promise<Buffer> {
  const pixels = Buffer.from(Uint8Array.from(cover, (share) => share * 255))
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.5, sigma))
    .extractChannel(0)
    .raw()
    .toBuffer()
}

/** Prints ink over a picture where `tone` has it, in grains. */
function printInk(print: Print, grain: number, tone: (x: number, y: number) => number): void {
  const ink = channelsOf(inks.ink)
  const { side, values } = grainMask(grain)
  const { data, width, height } = print
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = inkShare(tone(x, y), values[(y % side) * side + (x % side)]!)
      if (share === 0) continue
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.round(data[at + channel]! * (1 - share) + ink[channel]! * share)
    }
}

/** The shadow of a layer on what is behind it, to the right and down. */
async function printShadow(print: Print, { cover }: Layer, isFirst: boolean, grain: number): Promise<void> {
  const { width, height } = print
  const unit = width / sheetWidth
  const [right, down, softness] = isFirst ? [150, 46, 16] : [34, 16, 5]
  const soft = await blur(cover, width, height, softness * unit)
  const moveX = Math.round(right * unit)
  const moveY = Math.round(down * unit)
  printInk(print, grain, (x, y) => {
    if (x < moveX) return 0
    const share = soft[Math.max(0, y - moveY) * width + x - moveX]! / 255
    return smoothStep(0.2, 0.85, share) * (isFirst ? 1 : 0.9)
  })
}

/** A layer over what is behind it; what is drawn has shade at the right. */
async function printLayer(print: Print, layer: Layer, isShaded: boolean, grain: number): Promise<void> {
  const { data, width, height } = print
  const shaded = { ...print, data: Buffer.alloc(data.length) }
  for (let index = 0; index < width * height; index++)
    for (let channel = 0; channel < 3; channel++)
      shaded.data[index * 3 + channel] = layer.colours(index, channel)
  if (layer.isDrawn && isShaded) printInk(shaded, grain, await shadeOf(layer.cover, width, height))
  for (let index = 0; index < data.length; index++) {
    const share = layer.cover[Math.floor(index / 3)]!
    data[index] = Math.round(data[index]! * (1 - share) + shaded.data[index]! * share)
  }
}

/** Shade from the slope of a blurred silhouette, as if it were round. */
async function shadeOf(
  cover: Float32Array,
  width: number,
  height: number,
): Promise<(x: number, y: number) => number> {
  const unit = width / sheetWidth
  const step = Math.max(1, Math.round(6 * unit))
  const slopes = [
    { weight: 0.5, heights: await blur(cover, width, height, 26 * unit) },
    { weight: 1.1, heights: await blur(cover, width, height, 70 * unit) },
  ]
  const at = (heights: Buffer, x: number, y: number) =>
    heights[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))]!
  return (x, y) => {
    let slope = 0
    for (const { weight, heights } of slopes)
      slope +=
        weight *
        (0.9 * (at(heights, x - step, y) - at(heights, x + step, y)) +
          0.35 * (at(heights, x, y - step) - at(heights, x, y + step)))
    return smoothStep(7, 36, slope) * 0.82
  }
}
