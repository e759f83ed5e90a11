import { view } from './camera.ts'
import { panes } from './lamp.ts'
import { bar, black, placeParts, shadowsOf, type Part } from './parts.ts'
import { figure } from './posed-bodies.ts'
import { guard, press, sit, skip, warrior } from './poses.ts'
import type { Still } from './still.ts'
import { inkCord } from './things/ropes.ts'
import { plate } from './things/weights.ts'

/** A bar along x with two plates at each end, in ink. */
function loadedInInk(y: number): Part[] {
  const half = 5.4
  const plates = [-1, 1].flatMap((side) =>
    [0.95, 0.62].flatMap((inset) =>
      plate({ x: side * (half - inset), y, rz: 90 }, black, { hasRing: false }),
    ),
  )
  return [bar([-half, y, 0], [half, y, 0], 0.075, black), ...plates]
}

/** People in solid ink: against the light, or as a shadow on a wall. */
export const silhouettes = {
  lifter: (): Still => ({
    ground: 'clay',
    parts: [...figure(press, {}, { hair: 'tail' }), ...loadedInInk(10.25)],
    camera: view([0, 5.3, 0], 0, 3, 10.5, { distance: 40 }),
    wide: view([0, 7.2, 0], 0, 3, 12.5, { distance: 40 }),
    lamp: { azimuth: 165, elevation: 20, softness: 0.8 },
  }),
  shadow: (): Still => ({
    ground: 'volt',
    wall: 0,
    parts: shadowsOf(
      placeParts([...figure(press, {}, { hair: 'bun' }), ...loadedInInk(10.2)], { x: -1.9, z: 4.6 }),
    ),
    camera: view([0, 3.9, 0], 0, 3, 9, { distance: 24 }),
    wide: view([0.4, 5.2, 0], 0, 3, 13, { distance: 24 }),
    lamp: { azimuth: -21, elevation: 22, softness: 0.9 },
  }),
  guard: (): Still => ({
    ground: 'blush',
    parts: figure(guard, { ry: -20 }, { hair: 'bun', hasGloves: true, facing: [1, 0, 0] }),
    camera: view([0.95, 5.7, 0], 0, 3, 5.2, { distance: 40 }),
    lamp: { azimuth: 118, elevation: 30, softness: 1 },
  }),
  room: (): Still => ({
    ground: 'ink-blush',
    wall: -4,
    fill: 0,
    parts: shadowsOf(
      figure(guard, { ry: -20, x: -3.4 }, { hair: 'bun', hasGloves: true, facing: [1, 0, 0] }),
    ),
    camera: view([0.1, 4.3, -4], 0, 2, 8.6, { distance: 40 }),
    wide: view([0.4, 4.5, -4], 0, 2, 11.5, { distance: 40 }),
    lamp: {
      azimuth: -32,
      elevation: 22,
      softness: 0.6,
      screen: panes({ u: 0.2, v: 5.2, width: 7.4, height: 9, columns: 3, rows: 3, bar: 0.2 }),
    },
  }),
  warrior: (): Still => ({
    ground: 'pool',
    parts: figure(warrior, { ry: -10 }, { hair: 'bun', hasShirt: false, facing: [1, 0, 0] }),
    sun: { at: [6, 4.6, -200], radius: 15.5 },
    camera: view([-0.1, 4.4, 0], 0, 1.1, 8.4, { distance: 40 }),
    wide: view([-0.6, 4.7, 0], 0, 1.1, 13.4, { distance: 40 }),
    lamp: { azimuth: 172, elevation: 14, softness: 0.8 },
  }),
  sit: (): Still => ({
    ground: 'bone',
    parts: figure(sit, {}, { hair: 'bun', hasShirt: false }),
    camera: view([0, 2.35, 0], 0, 7, 5.4, { distance: 40 }),
    lamp: { azimuth: 158, elevation: 22, softness: 0.8 },
  }),
  skip: (): Still => ({
    ground: 'volt',
    parts: [
      ...figure(skip, {}, { hair: 'curls' }),
      inkCord(
        [
          [2.5, 5.6, 0.3],
          [3.1, 3.6, 0.2],
          [2.6, 1.2, 0.1],
          [1.2, 0.12, 0],
          [0, 0.06, 0],
          [-1.2, 0.12, 0],
          [-2.6, 1.2, 0.1],
          [-3.1, 3.6, 0.2],
          [-2.5, 5.6, 0.3],
        ],
        0.055,
        4.6,
        [0, 2.8, 0],
      ),
    ],
    camera: view([0, 4.6, 0], 0, 3, 8.4, { distance: 40 }),
    lamp: { azimuth: 160, elevation: 24, softness: 0.8 },
  }),
}
