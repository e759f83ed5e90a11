import sharp, { type Sharp } from 'sharp'
import { banner, type BannerOptions } from './banner.ts'
import type { DisciplineName } from './disciplines/series.ts'
import { heroCamera, heroGround } from './hero-hands.ts'
import { inks } from './inks.ts'
import { markAt } from './mark.ts'
import { printNobody } from './portrait.ts'
import { poster, type InkChoice } from './poster.ts'
import { renderPng } from './render.ts'
import type { GroundName, Print } from './still/press.ts'
import { printStill, type StillName } from './still/stills.ts'

/** A picture of the site, the same for every club. */
type SitePicture = {
  /** The file's name without extension. */
  name: string
  width: number
  draw: () => Promise<Sharp>
}

/** A print as a picture for encoding. */
export const pictureOf = ({ data, width, height }: Print): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } })

/**
 * A drawing in several widths, which its file names end with. It is drawn once, twice as wide as its widest file: made
 * smaller, its dots are smooth and take half the bytes.
 */
function drawn(
  names: readonly { name: string; width: number }[],
  svg: (width: number) => string,
): SitePicture[] {
  let large: Promise<Buffer> | undefined
  const widest = Math.max(...names.map(({ width }) => width))
  return names.map(({ name, width }) => ({
    name,
    width,
    draw: async () => {
      large ??= renderPng(svg(2 * widest))
      return sharp(
        await sharp(await large)
          .resize({ width })
          .png({ compressionLevel: 1 })
          .toBuffer(),
      )
    },
  }))
}

const namesOf = (name: string, widths: readonly number[]) =>
  widths.map((width) => ({ name: `${name}-${width}`, width }))

/** A print in several widths, each printed by itself. */
const printed = (
  name: string,
  widths: readonly number[],
  print: (width: number) => Print | Promise<Print>,
): SitePicture[] =>
  namesOf(name, widths).map((each) => ({
    ...each,
    draw: async () => pictureOf(await print(each.width)),
  }))

export const services: Record<string, { discipline: DisciplineName; inkSet: InkChoice }> = {
  'strength-mastery': { discipline: 'strength', inkSet: 2 },
  'cardio-fusion': { discipline: 'cardio', inkSet: 0 },
  'yoga-harmony': { discipline: 'yoga', inkSet: 0 },
  'high-intensity-burn': { discipline: 'hiit', inkSet: 0 },
  'mindful-meditation': { discipline: 'meditation', inkSet: 0 },
  'body-sculpting': { discipline: 'sculpting', inkSet: 1 },
  'spin-revolution': { discipline: 'spin', inkSet: 1 },
  'functional-fitness': { discipline: 'functional', inkSet: 1 },
  'pilates-precision': { discipline: 'pilates', inkSet: 0 },
  'crossfit-challenge': { discipline: 'crossfit', inkSet: 1 },
}

type Crop = Pick<BannerOptions, 'width' | 'box' | 'trim'>

// A box reaches past everything drawn in it, since the stipple ends with the box.
const crops: Record<'mobility' | 'boxing', readonly Crop[]> = {
  mobility: [
    { width: 1440, box: [760, -120, 800, 560] },
    { width: 820, box: [441, -60, 600, 497] },
    { width: 390, box: [150, 60, 420, 360], trim: [200, 150, 62] },
  ],
  boxing: [
    { width: 1440, box: [961, -26, 480, 600], trim: [968, 248, -18.9] },
    { width: 820, box: [470, -19, 350, 440], trim: [477, 184, -18.9] },
    { width: 390, box: [202, 79, 190, 300], trim: [208, 222, -18.9] },
  ],
}

/**
 * The three slides of the home page in three crops each, 400 high. The left stays flat for type. Tablets and
 * phones have dense screens; a wide screen may have either kind, so its crop comes in both.
 */
function heroes(): SitePicture[] {
  const posters = Object.entries(crops).flatMap(([discipline, widths]) =>
    widths.flatMap((crop) =>
      drawn(heroNames(discipline, crop.width), (width) =>
        banner({
          ...crop,
          discipline: discipline as keyof typeof crops,
          height: 400,
          density: width / crop.width,
          open: true,
        }),
      ),
    ),
  )
  const hands = ([1440, 820, 390] as const).flatMap((crop) =>
    heroNames('hands', crop).map(({ name, width }) => ({
      name,
      width,
      draw: async () =>
        pictureOf(
          printStill({
            name: 'hands-on-the-bar',
            width,
            height: (400 * width) / crop,
            ground: heroGround,
            grain: width === crop ? 1.25 : 2,
            camera: heroCamera(crop),
          }),
        ),
    })),
  )
  return [...hands, ...posters]
}

function heroNames(art: string, crop: number): { name: string; width: number }[] {
  const name = `hero-${art}-${crop}`
  const doubled = { name: `${name}-2x`, width: 2 * crop }
  return crop === 1440 ? [{ name, width: crop }, doubled] : [doubled]
}

/** Posters and still lifes that a club can choose for its slides, services and doors. */
const choicePosters: DisciplineName[] = ['boxing', 'mobility']
const choiceStills: StillName[] = [
  'kettlebell',
  'barbell',
  'dumbbells',
  'rings',
  'gloves',
  'rope',
  'flywheel',
  'speedbag',
]

/**
 * A poster: of a service on a phone two stand beside each other, each a good 170 wide at three pixels to one. The large
 * one is for a slide or a door, and drawn apart: it would double the bytes of the small ones.
 */
const posterFiles = (
  name: string,
  choice: { discipline: DisciplineName; inkSet?: InkChoice },
): SitePicture[] =>
  [[360, 540], [1080]].flatMap((widths) =>
    drawn(namesOf(name, widths), (width) => poster({ ...choice, width })),
  )

const posters = (): SitePicture[] => [
  ...Object.entries(services).flatMap(([name, choice]) => posterFiles(`service-${name}`, choice)),
  ...choicePosters.flatMap((discipline) => posterFiles(`poster-${discipline}`, { discipline })),
]

const stills = (): SitePicture[] =>
  choiceStills.flatMap((name) =>
    printed(`still-${name}`, [360, 540, 1080], (width) => printStill({ name, width, height: width * 1.25 })),
  )

function still(file: string, widths: readonly number[], name: StillName, ground: GroundName): SitePicture[] {
  return printed(file, widths, (width) => printStill({ name, width, height: width * 1.25, ground }))
}

function covers(): SitePicture[] {
  const cover = (width: number, density: number) =>
    banner({ discipline: 'cardio', width, height: 300, density, box: [0, 0, width, 300], inkSet: 1 })
  return [
    ...drawn(namesOf('profile-cover', [820]), (width) => cover(820, width / 820)),
    ...drawn(namesOf('profile-cover', [1440, 2880]), (width) => cover(1440, width / 1440)),
  ]
}

/** Every picture that the site shows as AVIF and WebP. */
export function sitePictures(): SitePicture[] {
  return [
    ...heroes(),
    ...still('door-sign-in', [720, 1440], 'mat', 'ink-volt'),
    ...still('door-sign-up', [720, 1440], 'gloves', 'blush'),
    ...covers(),
    ...posters(),
    ...stills(),
    ...printed('trainer-fallback', [360, 720], printNobody),
    ...printed('empty', [120, 240], (width) =>
      printStill({ name: 'rings', width, height: width, ground: 'bone' }),
    ),
  ]
}

/** Open Graph picture, 1200 by 630. */
export function sharingPicture(): string {
  return banner({
    discipline: 'strength',
    width: 1200,
    height: 630,
    box: [560, 0, 640, 630],
    open: true,
    flipped: true,
    overlay: markAt(96, 205, 220, inks.ink),
  })
}
