import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { favicon, icon } from '#artwork/mark.ts'
import { sharingPicture, sitePictures } from '#artwork/site-artwork.ts'

// Draws the pictures of app/artwork anew: node scripts/draw-artwork.ts

const folder = new URL('../app/artwork/', import.meta.url)
const drawn = /\.(avif|webp|png|svg)$/

// Systems cut an app's icon to a circle or a rounded square; a browser's tab shows all of it.
const icons = [
  { pixels: 32, share: 0.875 },
  { pixels: 180, share: 0.56 },
  { pixels: 192, share: 0.56 },
  { pixels: 512, share: 0.56 },
]

async function emptyFolder(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = (await readdir(folder)).filter((file) => drawn.test(file))
  await Promise.all(files.map((file) => rm(new URL(file, folder))))
}

async function drawPictures(): Promise<void> {
  for (const { name, svg } of sitePictures()) {
    const picture = await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
    await writeFile(new URL(`${name}.avif`, folder), await sharp(picture).avif({ quality: 45 }).toBuffer())
    await writeFile(new URL(`${name}.webp`, folder), await smallWebp(picture))
  }
}

/** Where stipple covers much of a picture, a few exact colours are smaller than lossy ones, and truer. */
async function smallWebp(picture: Buffer): Promise<Buffer> {
  const fewColours = await sharp(picture).png({ palette: true, colours: 12, dither: 0 }).toBuffer()
  const exact = await sharp(fewColours).webp({ lossless: true, effort: 6 }).toBuffer()
  const lossy = await sharp(picture).webp({ quality: 60, effort: 6 }).toBuffer()
  return exact.length < lossy.length ? exact : lossy
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

await emptyFolder()
await drawPictures()
await drawIcons()
await writeFile(new URL('sharing.png', folder), await smallPng(sharingPicture()))
