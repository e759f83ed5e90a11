import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { favicon, icon } from '#artwork/mark.ts'
import { portrait } from '#artwork/portrait.ts'
import { poster } from '#artwork/poster.ts'
import { renderPng } from '#artwork/render.ts'
import { sharingPicture, sitePictures } from '#artwork/site-artwork.ts'
import { portraits, posters } from '#demo/pictures.ts'
import type { PictureIndex } from '#demo/read-pictures.ts'
import { findDrawingBackground } from '#domain/pictures/drawing-background.rules.ts'
import { renditionWidthsFor } from '#domain/pictures/pictures.rules.ts'

// Draws the pictures of app/artwork and demo/pictures again: node scripts/draw-artwork.ts

const folder = new URL('../app/artwork/', import.meta.url)
const demoFolder = new URL('../demo/pictures/', import.meta.url)
const artworkFiles = /\.(avif|webp|png|svg)$/

// Systems crop an app's icon to a circle or a rounded square; a browser's tab shows all of it.
const icons = [
  { pixels: 32, share: 0.875 },
  { pixels: 180, share: 0.56 },
  { pixels: 192, share: 0.56 },
  { pixels: 512, share: 0.56 },
]

async function emptyFolder(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = (await readdir(folder)).filter((file) => artworkFiles.test(file))
  await Promise.all(files.map((file) => rm(new URL(file, folder))))
}

async function drawPictures(): Promise<void> {
  for (const { svg, files } of sitePictures()) {
    const master = await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
    for (const { name, width } of files) {
      const picture = sharp(await sharp(master).resize({ width }).png({ compressionLevel: 1 }).toBuffer())
      await writeFile(new URL(`${name}.avif`, folder), await smallAvif(picture, width))
      await writeFile(new URL(`${name}.webp`, folder), await smallWebp(picture))
    }
  }
}

// Full chroma resolution keeps edges between two inks sharp. Small files are seen pixel by pixel; the others on dense
// screens, where higher quality is not visible.
function smallAvif(picture: Sharp, width: number): Promise<Buffer> {
  const quality = width <= 360 ? 45 : 30
  return picture.clone().avif({ quality, chromaSubsampling: '4:4:4', effort: 2 }).toBuffer()
}

/** Lossless with few colours: smaller than lossy, and exact. */
async function smallWebp(picture: Sharp): Promise<Buffer> {
  const fewColours = await picture.clone().png({ palette: true, colours: 16, dither: 0 }).toBuffer()
  return sharp(fewColours).webp({ lossless: true, effort: 6 }).toBuffer()
}

async function drawIcons(): Promise<void> {
  await writeFile(new URL('favicon.svg', folder), favicon())
  for (const { pixels, share } of icons) {
    const png = await smallPng(icon(pixels, share))
    await writeFile(new URL(`icon-${pixels}.png`, folder), png)
  }
}

function smallPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).removeAlpha().png({ palette: true, colours: 64, effort: 10 }).toBuffer()
}

const portraitWidth = 1080
// The club serves it to browsers without AVIF at every width: all widths would be three times as many bytes.
const demoWebpWidth = 540

async function drawDemo(): Promise<void> {
  await rm(demoFolder, { recursive: true, force: true })
  const drawings = [
    ...portraits.map((seed) => ({
      name: seed,
      width: portraitWidth,
      svg: portrait({ seed, ratio: '4:5', width: portraitWidth }),
    })),
    ...posters.map((spec) => ({ name: spec.seed, width: spec.width, svg: poster(spec) })),
  ]
  const index: PictureIndex = {}
  for (const { name, width, svg } of drawings) {
    const master = await renderPng(svg)
    const { data, info } = await sharp(master).raw().toBuffer({ resolveWithObject: true })
    const colour = findDrawingBackground(data)
    if (colour === null || index[name]) throw new Error(`${name} is not a drawing, or is there twice.`)
    index[name] = { width, height: info.height, colour }
    await mkdir(new URL(name, demoFolder), { recursive: true })
    for (const each of renditionWidthsFor(width)) {
      const picture = sharp(
        await sharp(master).resize({ width: each }).png({ compressionLevel: 1 }).toBuffer(),
      )
      await writeFile(new URL(`${name}/${each}.avif`, demoFolder), await smallAvif(picture, each))
      if (each === demoWebpWidth)
        await writeFile(new URL(`${name}/${each}.webp`, demoFolder), await smallWebp(picture))
    }
  }
  await writeFile(new URL('index.json', demoFolder), `${JSON.stringify(index, null, 2)}\n`)
}

await emptyFolder()
await drawPictures()
await drawIcons()
await writeFile(new URL('sharing.png', folder), await smallPng(sharingPicture()))
await drawDemo()
