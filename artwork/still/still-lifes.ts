import { view } from './camera.ts'
import { panes, spotlight } from './lamp.ts'
import { ball, bar, black, matt, part, second } from './parts.ts'
import { grip } from './posed-bodies.ts'
import type { Still } from './still.ts'
import { glove, speedBag } from './things/boxing.ts'
import { bottle, bowl, foamRoller, matRoll, zafu } from './things/floor-things.ts'
import { crank, flywheel, rowerFan, rowerSeat } from './things/machines.ts'
import { coiledRope, hangingRing, inkCord, jumpRope, springs } from './things/ropes.ts'
import { stopwatch } from './things/stopwatch.ts'
import {
  dumbbell,
  kettlebell,
  loadedBar,
  medicineBall,
  plate,
  plyometricBox,
  sleeve,
  sleeveRing,
} from './things/weights.ts'
import type { Vector } from './vectors.ts'

const pairOfHands = () => [grip(-0.95, -1), grip(1, 1)]

/** Things of a gym under one lamp. They stand off the middle and are cut by the frame. */
export const stillLifes = {
  kettlebell: (): Still => ({
    ground: 'volt',
    parts: [...kettlebell({ ry: -20 }, {}, '16'), ball(1.42, 0.75, 0.24)],
    camera: view([0.5, 1.27, 0], 0, 10, 2.85),
    wide: view([0.95, 1.2, 0], 0, 10, 4.3),
    square: view([0.6, 1.3, 0], 0, 10, 3.1),
    lamp: { azimuth: -72, elevation: 33, softness: 2 },
  }),
  barbell: (): Still => ({
    ground: 'clay',
    parts: [
      ...loadedBar(
        { y: 1.12, ry: 228, x: 0.55, z: -0.4 },
        [{ radius: 1.12 }, { radius: 1.12, surface: second }, { radius: 0.82 }],
        9,
      ),
      ball(-0.72, 1, 0.2),
    ],
    camera: view([0.1, 1.05, 0], 0, 9, 2.5),
    wide: view([0.25, 1, 0], 0, 9, 3.3),
    lamp: { azimuth: -66, elevation: 36, softness: 2 },
  }),
  plates: (): Still => ({
    ground: 'blush',
    parts: [
      ...plate({ x: -0.5, y: 0.15, z: 0.5 }, {}, { weight: '20' }),
      ...plate({ x: 0.75, y: 0.24, z: -0.45, rz: 8.5, ry: 30 }, second, { weight: '15' }),
      ...plate({ x: -1, y: 0.15, z: -1.75, ry: 200 }, {}, { weight: '10' }),
    ],
    camera: view([0.05, 0, -0.15], 0, 78, 2.9),
    lamp: { azimuth: -130, elevation: 26, softness: 2 },
  }),
  dumbbells: (): Still => ({
    ground: 'pool',
    parts: [
      ...['12', '14', '16', '18', '20'].flatMap((weight, index) =>
        dumbbell(
          { x: -2.1 + index * 0.98, y: 0.42, z: -0.25 * index, ry: 90 },
          index === 2 ? second : {},
          weight,
        ),
      ),
      ball(-1.45, 1.55, 0.2),
    ],
    camera: view([-0.75, 0.5, 0], -40, 24, 2.7),
    wide: view([-0.4, 0.5, 0], -40, 22, 3.4),
    lamp: { azimuth: 30, elevation: 32 },
  }),
  ball: (): Still => ({
    ground: 'bone',
    parts: [...medicineBall({ y: 1, ry: 30, rx: 20 }, { glint: 0.35 }), ball(0.85, 1.25, 0.22)],
    camera: view([0.62, 1.05, 0], 0, 8, 2.2),
    lamp: { azimuth: -76, elevation: 32, softness: 2 },
  }),
  box: (): Still => ({
    ground: 'ink-clay',
    parts: [...plyometricBox({ y: 1.25, ry: 35 }), ball(0.35, 0.3, 0.24, 2.74)],
    camera: view([0.25, 1.1, 0], 0, 20, 3.5),
    lamp: {
      azimuth: -40,
      elevation: 34,
      softness: 1.5,
      screen: panes({ u: 0, v: 1.2, width: 3.6, height: 3, columns: 2, rows: 3, bar: 0.14 }),
    },
  }),
  mat: (): Still => ({
    ground: 'ink-volt',
    parts: [...matRoll({ y: 0.66, ry: 34, x: -0.5 }, { tail: 7 }), ball(1.65, 0.9, 0.22)],
    camera: view([0.35, 0.35, 0.9], 0, 26, 3.2),
    wide: view([0.4, 0.4, 0.9], 0, 24, 4),
    lamp: {
      azimuth: 28,
      elevation: 40,
      softness: 2,
      screen: panes({ u: -0.3, v: 0.2, width: 4.4, height: 3.2, columns: 3, rows: 2, bar: 0.15 }),
    },
  }),
  roller: (): Still => ({
    ground: 'pool',
    parts: [...foamRoller({ y: 0.6, ry: 24 }), ball(0.35, 1.25, 0.24)],
    camera: view([-0.05, 0.5, 0], -30, 20, 2.6),
    wide: view([0.2, 0.5, 0], -30, 20, 3.5),
    lamp: { azimuth: -70, elevation: 38, softness: 1.5 },
  }),
  zafu: (): Still => ({
    ground: 'ink-blush',
    parts: [...zafu({ y: 0.5 }), ...bowl({ x: 1.45, z: 1.5, size: 0.62 })],
    camera: view([0.35, 0.3, 0.5], 0, 24, 3.5),
    wide: view([0.4, 0.35, 0.5], 0, 22, 4.4),
    lamp: {
      azimuth: -70,
      elevation: 34,
      softness: 2,
      screen: panes({ u: 0.3, v: 0.55, width: 4.2, height: 3.6, columns: 2, rows: 2, bar: 0.15 }),
    },
  }),
  bottle: (): Still => ({
    ground: 'bone',
    parts: [...bottle({ x: -0.1 }, { finish: 'gloss', colour: 'second' }), ball(0.85, 0.3, 0.2)],
    camera: view([0.55, 1.18, 0], 0, 7, 2.15),
    lamp: { azimuth: -74, elevation: 30, softness: 1.5 },
  }),
  stopwatch: (): Still => ({
    ground: 'clay',
    parts: [
      ...stopwatch({ y: 0.15, ry: -24 }),
      inkCord(
        [
          [0.62, 0.04, -1.3],
          [0.66, 0.12, -1.62],
          [0.2, 0.06, -2.1],
          [-0.7, 0.05, -1.75],
          [-1.25, 0.05, -1],
          [-1.5, 0.05, 0.2],
          [-1.3, 0.05, 1.3],
          [-1.9, 0.05, 2.6],
        ],
        0.05,
        3.4,
        [-0.6, 0, 0.2],
      ),
    ],
    camera: view([-0.12, 0, -0.35], 0, 80, 2.95),
    wide: view([0, 0, -0.2], 0, 80, 3.6),
    lamp: { azimuth: -125, elevation: 30, softness: 1.5 },
  }),
  rings: (): Still => ({
    ground: 'bone',
    wall: -1.1,
    hasFloor: false,
    parts: [
      ...hangingRing({ x: -0.7, ry: 12 }, second),
      ...hangingRing({ x: 0.8, y: -0.35, ry: -18 }, second),
    ],
    camera: view([0.42, 0.15, 0], 0, 2, 3),
    wide: view([0.7, 0.2, 0], 0, 2, 4.4),
    lamp: { azimuth: -48, elevation: 36, softness: 1.2 },
  }),
  springs: (): Still => ({
    ground: 'blush',
    parts: springs({ x: -2.6, y: 0.46 }, [{}, second, {}]),
    camera: view([-0.1, 0.2, 0], -18, 58, 3, { roll: 26 }),
    lamp: { azimuth: 172, elevation: 38, softness: 1.5 },
  }),
  coil: (): Still => ({
    ground: 'bone',
    parts: [
      coiledRope(0.2, [
        [2.2, 0.2, 0.8],
        [2.5, 0.2, 2],
        [1.6, 0.2, 3.1],
        [0.4, 0.2, 4.4],
      ]),
      ball(0.42, -0.25, 0.24),
    ],
    camera: view([0.35, 0.1, 0.7], 0, 60, 3.1),
    lamp: { azimuth: -120, elevation: 30, softness: 2 },
  }),
  rope: (): Still => ({
    ground: 'pool',
    parts: [
      ...jumpRope([
        [-0.85, 0.06, 1.75],
        [-1.25, 0.06, 0.7],
        [-1.05, 0.06, -0.4],
        [-0.2, 0.06, -1.2],
        [0.85, 0.06, -1],
        [1.15, 0.06, 0],
        [0.4, 0.08, 0.6],
        [-0.55, 0.17, 0.2],
        [-0.8, 0.17, -0.75],
        [0.05, 0.17, -1.55],
        [1.15, 0.14, -1.35],
        [1.6, 0.06, -0.2],
        [1.25, 0.06, 0.8],
        [0.85, 0.06, 1.9],
      ]),
      ball(0.05, -0.35, 0.2),
    ],
    camera: view([0.1, 0, 0.15], 0, 76, 3.2),
    lamp: { azimuth: -125, elevation: 26, softness: 1.5 },
  }),
  gloves: (): Still => {
    const laces: Vector[][] = [
      [
        [-0.62, -1.45, 0],
        [-0.56, -1.1, 0.1],
        [-0.12, 0.2, 0],
        [0.28, 1.5, -0.7],
      ],
      [
        [0.78, -1.2, 0.2],
        [0.74, -0.85, 0.3],
        [0.48, 0.2, 0.1],
        [0.3, 1.5, -0.7],
      ],
    ]
    return {
      ground: 'blush',
      wall: -0.9,
      hasFloor: false,
      parts: [
        ...glove({ x: -0.62, y: -1.25, rz: 168 }, second),
        ...glove({ x: 0.78, y: -1, rz: 190, z: 0.25, ry: 20 }, second),
        ...laces.map((points) => inkCord(points, 0.035, 2, [0.1, 0.2, 0])),
      ],
      camera: view([0.25, -1.85, 0], 0, 2, 3.3),
      square: view([0.25, -1.75, 0], 0, 2, 3.6),
      wide: view([0.3, -2.1, 0], 0, 2, 4.2),
      lamp: { azimuth: -58, elevation: 36, softness: 1.6 },
    }
  },
  speedbag: (): Still => ({
    ground: 'clay',
    wall: -2.2,
    hasFloor: false,
    parts: speedBag({ y: 0.6, rz: 14 }),
    camera: view([0.45, -0.75, 0], 0, -14, 2.55),
    wide: view([0.8, -0.7, 0], 0, -14, 3.9),
    square: view([0.55, -0.7, 0], 0, -14, 2.9),
    lamp: { azimuth: -58, elevation: 20, softness: 1.6 },
  }),
  flywheel: (): Still => ({
    ground: 'ink-pool',
    wall: -1.4,
    hasFloor: false,
    parts: [...flywheel({}), ...crank({ z: 0.45, rz: -38 })],
    camera: view([0.45, -0.3, 0], -16, 4, 2.6),
    wide: view([0.35, -0.35, 0], -16, 4, 3.2),
    lamp: { azimuth: -48, elevation: 34, softness: 1.5, screen: spotlight(-0.55, 0.2, 1.55, 1.25) },
  }),
  rower: (): Still => ({
    ground: 'bone',
    wall: -1.6,
    parts: [
      ...rowerFan({ y: 1.9, x: -0.5, z: -0.4, ry: 20 }),
      ...rowerSeat({ y: 1, x: 1.35, z: 1.9, ry: -64 }, second),
      ball(-0.55, 1.7, 0.26),
    ],
    camera: view([0, 1.55, 0], 0, 9, 3.1),
    wide: view([0.3, 1.5, 0], 0, 9, 4.2),
    lamp: { azimuth: -52, elevation: 38, softness: 1.5 },
  }),
  hands: (): Still => ({
    ground: 'volt',
    hasFloor: false,
    parts: [...pairOfHands(), bar([-9, 0, 0], [9, 0, 0], 0.14, black)],
    camera: view([0, 0.95, 0], -6, 4, 3.3, { distance: 12 }),
    wide: view([0, 0.6, 0], -6, 4, 4.6, { distance: 12 }),
    lamp: { azimuth: -62, elevation: 26, softness: 1.5 },
  }),
  /** The hands on a bar whose left end is seen; for the hero. */
  'hands-on-the-bar': (): Still => ({
    ground: 'clay',
    hasFloor: false,
    parts: [
      ...pairOfHands(),
      bar([-2.25, 0, 0], [9, 0, 0], 0.14, black),
      part(sleeve, 0.8, { x: -2.75 }, { ...matt, colour: 'ink' }),
      part(sleeveRing, 0.5, { x: -2.3 }, { ...matt, colour: 'ink' }),
    ],
    camera: view([0, 0.6, 0], -6, 4, 4.6, { distance: 12 }),
    lamp: { azimuth: -62, elevation: 26, softness: 1.5 },
  }),
}
