import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { inks } from '#artwork/inks.ts'
import { favicon, icon } from '#artwork/mark.ts'
import { drawnPeople } from '#artwork/people.ts'
import { printPortrait } from '#artwork/portrait.ts'
import { pictureOf, sharingPicture, sitePictures } from '#artwork/site-artwork.ts'
import { grounds, type Print } from '#artwork/still/press.ts'
import { printStill } from '#artwork/still/stills.ts'
import { portraits, stillPictures, type StillPicture } from '#demo/pictures.ts'
import type { PictureIndex } from '#demo/read-pictures.ts'
import { renditionWidthsFor } from '#domain/pictures/pictures.rules.ts'

// Draws the pictures of app/artwork and demo/pictures again: node scripts/draw-artwork.ts
// With beginnings of names, only those pictures: node scripts/draw-artwork.ts hero-hands class-

const beginnings = process.argv.slice(2)
const isWanted = (name: string) =>
  beginnings.length === 0 || beginnings.some((beginning) => name.startsWith(beginning))

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

/** Removes the files of pictures that are gone. */
async function removeOthers(names: ReadonlySet<string>): Promise<void> {
  const files = (await readdir(folder)).filter((file) => artworkFiles.test(file))
  const others = files.filter((file) => !names.has(file.replace(artworkFiles, '')))
  await Promise.all(others.map((file) => rm(new URL(file, folder))))
}

async function drawSitePictures(): Promise<void> {
  const pictures = sitePictures()
  await removeOthers(
    new Set([
      ...pictures.map(({ name }) => name),
      ...icons.map(({ pixels }) => `icon-${pixels}`),
      'favicon',
      'sharing',
    ]),
  )
  for (const { name, width, draw } of pictures.filter((each) => isWanted(each.name))) {
    const picture = await draw()
    await writeFile(new URL(`${name}.avif`, folder), await smallAvif(picture, width))
    await writeFile(new URL(`${name}.webp`, folder), await smallWebp(picture))
  }
}

// Full chroma resolution keeps edges between two inks sharp. Small files are seen pixel by pixel; the others on dense
// screens, where higher quality is not visible.
function smallAvif(picture: Sharp, width: number): Promise<Buffer> {
  return avif(picture, width <= 360 ? 45 : 30)
}

// Faces are large areas, which bear more loss than the stipple of a poster.
const portraitAvif = (picture: Sharp, width: number) =>
  avif(picture, width <= 160 ? 45 : width <= 360 ? 38 : 30)

// A still has grains everywhere, which bear the most.
const stillAvif = (picture: Sharp, width: number) => avif(picture, width <= 360 ? 24 : 18)

function avif(picture: Sharp, quality: number): Promise<Buffer> {
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

/** A picture of the demo club: its size, its paper, and its print at any width. */
type DemoPicture = {
  name: string
  width: number
  height: number
  colour: string
  encode: (picture: Sharp, width: number) => Promise<Buffer>
  print: (width: number) => Print | Promise<Print>
}

function stillOf({ name, still, ground, ratio, width }: StillPicture): DemoPicture {
  const heightAt = (each: number) => Math.round(each * (ratio === '4:5' ? 1.25 : 0.75))
  const { paper, dark } = grounds[ground]
  return {
    name,
    width,
    height: heightAt(width),
    colour: ground.startsWith('ink') ? dark : paper,
    encode: stillAvif,
    print: (each) => printStill({ name: still, width: each, height: heightAt(each), ground }),
  }
}

function demoPictures(): DemoPicture[] {
  const people = portraits.map((key) => ({
    name: key,
    width: portraitWidth,
    height: portraitWidth * 1.25,
    colour: inks[drawnPeople[key].ground],
    encode: portraitAvif,
    print: (width: number) => printPortrait(key, width),
  }))
  return [...people, ...stillPictures.map(stillOf)]
}

async function drawDemoPictures(): Promise<void> {
  const pictures = demoPictures()
  const names = new Set(pictures.map(({ name }) => name))
  await mkdir(demoFolder, { recursive: true })
  for (const entry of await readdir(demoFolder))
    if (!names.has(entry)) await rm(new URL(entry, demoFolder), { recursive: true })
  const index: PictureIndex = {}
  for (const { name, width, height, colour, encode, print } of pictures) {
    if (index[name]) throw new Error(`There are two pictures ${name}.`)
    index[name] = { width, height, colour }
    if (!isWanted(name)) continue
    await mkdir(new URL(name, demoFolder), { recursive: true })
    for (const each of renditionWidthsFor(width)) {
      const picture = pictureOf(await print(each))
      await writeFile(new URL(`${name}/${each}.avif`, demoFolder), await encode(picture, each))
      if (each === demoWebpWidth)
        await writeFile(new URL(`${name}/${each}.webp`, demoFolder), await smallWebp(picture))
    }
  }
  await writeFile(new URL('index.json', demoFolder), `${JSON.stringify(index, null, 2)}\n`)
}

await drawSitePictures()
if (isWanted('icon')) await drawIcons()
if (isWanted('sharing')) await writeFile(new URL('sharing.png', folder), await smallPng(sharingPicture()))
await drawDemoPictures()
