import { inks, type InkName } from './inks.ts'
import { view } from './still/camera.ts'
import { cord } from './still/curves.ts'
import { bar, gloss, matt, part, placeParts, type Part } from './still/parts.ts'
import { place } from './still/placement.ts'
import type { Plates } from './still/plates.ts'
import type { Ground } from './still/press.ts'
import { renderPlates } from './still/render-plates.ts'
import { glove } from './still/things/boxing.ts'
import { bottle, matRoll } from './still/things/floor-things.ts'
import { kettlebell, medicineBall, plate } from './still/things/weights.ts'
import { lengthOf, type Vector } from './still/vectors.ts'

const { abs, cos, max, sin } = Math

export type HeldThing = 'barbell' | 'gloves' | 'ring' | 'ball' | 'mat' | 'bottle' | 'kettlebell'

type Held = { isBehind?: boolean; paper: InkName; second: InkName; parts: () => Part[] }

/** A Pilates ring with two cushions, in the (x, y) plane. */
function pilatesRing(): Part[] {
  const placement = { x: 1.7, y: -2.6, ry: -28 }
  const ring = (x: number, y: number, z: number) =>
    lengthOf(max(abs(lengthOf(x, y) - 1.35) - 0.02, 0), max(abs(z) - 0.14, 0)) - 0.07
  const cushion = (x: number, y: number, z: number) =>
    lengthOf(max(abs(x) - 0.1, 0), max(abs(y) - 0.32, 0), max(abs(z) - 0.16, 0)) - 0.08
  return [
    part(ring, 1.7, placement, gloss),
    ...[-1, 1].map((side) =>
      part(place(cushion, { x: 1.4 * side }), 2, { ...placement, rz: 60 }, { ...matt, colour: 'second' }),
    ),
  ]
}

function barbellBehind(): Part[] {
  const angle = 0.3
  const plates = [-1, 1].flatMap((side) =>
    [2.75, 3.22].flatMap((distance, index) =>
      plate(
        {
          x: side * distance * cos(angle),
          y: -1.55,
          z: -side * distance * sin(angle),
          rz: 90 * side,
          ry: 17,
        },
        {},
        { radius: index === 0 ? 2.05 : 1.5, halfThickness: 0.21, hasRing: index === 0 },
      ),
    ),
  )
  return [...plates, bar([-6, -1.55, 1.86], [6, -1.55, -1.86], 0.12)]
}

/** A pair of gloves on their laces around the neck. */
function glovesOnLaces(): Part[] {
  const lace = (points: Vector[]) => part(cord(points, 0.06), 4, {}, { ...matt, colour: 'ink' })
  return [
    ...placeParts(glove({}), { x: -1.15, y: -2.05, rz: 172, ry: 10, size: 0.98 }),
    ...placeParts(glove({}), { x: 0.95, y: -2.4, z: 0.3, rz: 187, size: 0.98 }),
    lace([
      [-1.15, -2, 0.3],
      [-1.12, -1.7, 0.3],
      [-0.95, -1.5, 0.1],
      [-0.78, -1.38, -0.3],
    ]),
    lace([
      [0.95, -2.35, 0.5],
      [0.9, -1.9, 0.3],
      [0.78, -1.65, 0.1],
      [0.62, -1.45, -0.3],
    ]),
  ]
}

const heldThings: Record<HeldThing, Held> = {
  barbell: { isBehind: true, paper: 'volt', second: 'chalk', parts: barbellBehind },
  gloves: { paper: 'clay', second: 'chalk', parts: glovesOnLaces },
  ring: { paper: 'pool', second: 'chalk', parts: pilatesRing },
  ball: {
    paper: 'clay',
    second: 'chalk',
    parts: () =>
      placeParts(medicineBall({}, { glint: 0.4 }), { x: 2.1, y: -0.72, rx: 20, ry: 20, size: 0.5 }),
  },
  mat: {
    isBehind: true,
    paper: 'blush',
    second: 'clay',
    parts: () =>
      placeParts(matRoll({}, { halfWidth: 3.6 }), { x: 1.55, y: -0.9, z: -1, rx: -52, ry: 24, size: 1.55 }),
  },
  bottle: {
    paper: 'chalk',
    second: 'clay',
    parts: () => placeParts(bottle({}), { x: 1.95, y: -4.1, rz: -8, size: 1.75 }),
  },
  kettlebell: {
    paper: 'volt',
    second: 'chalk',
    parts: () => placeParts(kettlebell({}), { x: -1.55, y: -6.75, ry: 16, size: 1.75 }),
  },
}

/** Plates of a thing for a portrait's sheet, which is eight units wide with its middle at the origin. */
export function heldThingPlates(
  name: HeldThing,
  width: number,
  height: number,
): { plates: Plates; ground: Ground; isBehind: boolean } {
  const { parts, paper, second, isBehind = false } = heldThings[name]
  const plates = renderPlates(
    {
      parts: parts(),
      camera: view([0, 0, 0], 0, 4, 8, { distance: 40 }),
      hasFloor: false,
      lamp: { azimuth: -55, elevation: 40, softness: 2 },
    },
    width,
    height,
  )
  return {
    plates,
    ground: { paper: inks[paper], second: inks[second], dark: inks.ink, light: inks.chalk },
    isBehind,
  }
}
