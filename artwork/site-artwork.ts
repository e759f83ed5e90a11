import { banner, type BannerOptions } from './banner.ts'
import type { DisciplineName } from './disciplines/series.ts'
import { inks } from './inks.ts'
import { markAt } from './mark.ts'
import { portrait } from './portrait.ts'
import { poster, type InkChoice } from './poster.ts'
import { somebody } from './somebody.ts'

/** A picture the site itself shows, whatever club it is. */
type SitePicture = {
  /** The file's name without its extension. */
  name: string
  svg: string
}

// The paper's tooth triples a file and is hardly seen at these sizes; the stipple stays.
const grain = 0

const services: Record<string, { discipline: DisciplineName; inkSet: InkChoice }> = {
  'strength-mastery': { discipline: 'strength', inkSet: 2 },
  'cardio-fusion': { discipline: 'cardio', inkSet: 0 },
  'yoga-harmony': { discipline: 'yoga', inkSet: 0 },
  'high-intensity-burn': { discipline: 'hiit', inkSet: 0 },
  'mindful-meditation': { discipline: 'meditation', inkSet: 0 },
  'body-sculpting': { discipline: 'sculpting', inkSet: 2 },
  'spin-revolution': { discipline: 'spin', inkSet: 1 },
  'functional-fitness': { discipline: 'functional', inkSet: 1 },
  'pilates-precision': { discipline: 'pilates', inkSet: 0 },
  'crossfit-challenge': { discipline: 'crossfit', inkSet: 1 },
}

type Crop = Pick<BannerOptions, 'width' | 'density' | 'box' | 'trim'>

// A box reaches past everything drawn in it, since the stipple ends with the box. The further the crop narrows, the denser the screens it is meant for.
const crops: Record<'strength' | 'meditation' | 'boxing', readonly Crop[]> = {
  strength: [
    { width: 1440, box: [835, 0, 605, 400], trim: [835, 0, 0] },
    { width: 820, density: 1.5, box: [544, 14, 276, 400], trim: [544, 0, 0] },
    { width: 390, density: 2, box: [210, 102, 180, 300], trim: [210, 0, 0] },
  ],
  meditation: [
    { width: 1440, box: [748, 0, 720, 400] },
    { width: 820, density: 1.5, box: [441, 60, 600, 297] },
    { width: 390, density: 2, box: [136, 147, 400, 188] },
  ],
  boxing: [
    { width: 1440, box: [961, -26, 480, 600], trim: [968, 248, -18.9] },
    { width: 820, density: 1.5, box: [470, -19, 350, 440], trim: [477, 184, -18.9] },
    { width: 390, density: 2, box: [202, 79, 190, 300], trim: [208, 222, -18.9] },
  ],
}

/** The three slides of the home page in three crops each, 400 high. The left stays flat for type. */
function heroes(): SitePicture[] {
  return Object.entries(crops).flatMap(([discipline, widths]) =>
    widths.map((crop) => ({
      name: `hero-${discipline}-${crop.width}`,
      svg: banner({
        ...crop,
        discipline: discipline as keyof typeof crops,
        height: 400,
        open: true,
        flipped: discipline === 'strength',
        grain,
      }),
    })),
  )
}

function servicePosters(): SitePicture[] {
  return Object.entries(services).flatMap(([name, choice]) =>
    [360, 720].map((width) => ({
      name: `service-${name}-${width}`,
      svg: poster({ ...choice, width, grain }),
    })),
  )
}

function doors(): SitePicture[] {
  const width = 960
  return [
    { name: 'door-sign-in', svg: poster({ discipline: 'yoga', inkSet: 0, width, grain }) },
    {
      name: 'door-sign-up',
      svg: poster({ discipline: 'boxing', seed: 'door', inkSet: 2, flipped: true, width, grain }),
    },
  ]
}

function covers(): SitePicture[] {
  return [1440, 820].map((width) => ({
    name: `profile-cover-${width}`,
    svg: banner({
      discipline: 'cardio',
      width,
      height: 300,
      box: [0, 0, width, 300],
      inkSet: 1,
      grain,
    }),
  }))
}

/** The faces beside the testimonials. */
function voices(): SitePicture[] {
  return ['ines-duarte', 'kofi-mensah', 'grace-whitlock'].flatMap((seed) =>
    [360, 720].map((width) => ({ name: `voice-${seed}-${width}`, svg: portrait({ seed, width, grain }) })),
  )
}

/** Every picture that the site shows as AVIF and WebP. */
export function sitePictures(): SitePicture[] {
  const fallbacks = [360, 720].map((width) => ({
    name: `trainer-fallback-${width}`,
    svg: somebody(width, grain),
  }))
  return [...heroes(), ...doors(), ...covers(), ...servicePosters(), ...voices(), ...fallbacks]
}

/** What other sites show beside a link to this one: 1200 by 630. */
export function sharingPicture(): string {
  return banner({
    discipline: 'strength',
    width: 1200,
    height: 630,
    box: [560, 0, 640, 630],
    open: true,
    flipped: true,
    grain,
    overlay: markAt(96, 205, 220, inks.ink),
  })
}
