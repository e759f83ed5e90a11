import { banner, type BannerOptions } from './banner.ts'
import type { DisciplineName } from './disciplines/series.ts'
import { inks } from './inks.ts'
import { markAt } from './mark.ts'
import { poster, type InkChoice } from './poster.ts'
import { silhouette } from './silhouette.ts'

/** A picture of the site, the same for every club. */
type SitePicture = {
  /** Drawn twice as wide as its widest file: made smaller, its dots are smooth and take half the bytes. */
  svg: string
  /** The names without extension, and the widths in pixels. */
  files: readonly { name: string; width: number }[]
}

/** A drawing in several widths, which its file names end with. */
function atWidths(name: string, widths: readonly number[], draw: (width: number) => string): SitePicture {
  return {
    svg: draw(2 * Math.max(...widths)),
    files: widths.map((width) => ({ name: `${name}-${width}`, width })),
  }
}

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
const crops: Record<'strength' | 'meditation' | 'boxing', readonly Crop[]> = {
  strength: [
    { width: 1440, box: [835, 0, 605, 400], trim: [835, 0, 0] },
    { width: 820, box: [544, 14, 276, 400], trim: [544, 0, 0] },
    { width: 390, box: [210, 102, 180, 300], trim: [210, 0, 0] },
  ],
  meditation: [
    { width: 1440, box: [748, 0, 720, 400] },
    { width: 820, box: [441, 60, 600, 297] },
    { width: 390, box: [136, 147, 400, 188] },
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
  return Object.entries(crops).flatMap(([discipline, widths]) =>
    widths.map((crop) => {
      const name = `hero-${discipline}-${crop.width}`
      const doubled = { name: `${name}-2x`, width: 2 * crop.width }
      return {
        svg: banner({
          ...crop,
          discipline: discipline as keyof typeof crops,
          height: 400,
          density: 4,
          open: true,
          flipped: discipline === 'strength',
        }),
        files: crop.width === 1440 ? [{ name, width: crop.width }, doubled] : [doubled],
      }
    }),
  )
}

// On a phone two stand beside each other, each a good 170 wide at three pixels to one.
function servicePosters(): SitePicture[] {
  return Object.entries(services).map(([name, choice]) =>
    atWidths(`service-${name}`, [360, 540], (width) => poster({ ...choice, width })),
  )
}

function signInPosters(): SitePicture[] {
  return [
    atWidths('door-sign-in', [720, 1440], (width) => poster({ discipline: 'yoga', inkSet: 0, width })),
    atWidths('door-sign-up', [720, 1440], (width) =>
      poster({ discipline: 'boxing', seed: 'door', inkSet: 2, flipped: true, width }),
    ),
  ]
}

function covers(): SitePicture[] {
  const cover = (width: number, density: number) =>
    banner({ discipline: 'cardio', width, height: 300, density, box: [0, 0, width, 300], inkSet: 1 })
  return [
    atWidths('profile-cover', [820], () => cover(820, 2)),
    atWidths('profile-cover', [1440, 2880], () => cover(1440, 4)),
  ]
}

/** Every picture that the site shows as AVIF and WebP. */
export function sitePictures(): SitePicture[] {
  return [
    ...heroes(),
    ...signInPosters(),
    ...covers(),
    ...servicePosters(),
    atWidths('trainer-fallback', [360, 720], silhouette),
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
