import {
  arc,
  disc,
  fullTurn,
  pointOnCircle,
  polygon,
  rectangle,
  roundToTenth,
  stroke,
  wedge,
  type Point,
} from '#artwork/shapes.ts'
import type { Discipline } from './discipline.ts'

/** One pulse, seven lanes. */
export const cardio: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, shortSide } = canvas
  const gap = shortSide * 0.082
  const peak = random.between(0.4, 0.48)
  const top = height * 0.16
  const beat: Point[] = [
    [-width * 0.1, height * 0.52],
    [width * (peak - 0.2), height * 0.52],
    [width * peak, top],
    [width * (peak + 0.19), height * 0.86],
    [width * (peak + 0.32), height * 0.4],
    [width * 1.1, height * 0.4],
  ]
  const lanes = Array.from({ length: 7 }, (_, lane) => {
    const lowered = beat.map(([x, y]) => `${roundToTenth(x)} ${roundToTenth(y + (lane - 2.2) * gap)}`)
    return stroke(`M${lowered.join('L')}`, gap * 0.62 * (1 - lane * 0.09), lane === 2 ? accent : mass)
  })
  return [
    ...lanes,
    canvas.tone(ground, {
      clip: rectangle(0, height * 0.5, width, height * 0.5),
      from: [0, height * 1.04],
      to: [0, height * 0.56],
      strength: 0.7,
    }),
    disc(width * peak + shortSide * 0.215, top + shortSide * 0.02, shortSide * 0.085, accent),
  ].join('')
}

/** Short work, all at once, out of one corner. */
export const hiit: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, longSide, shortSide } = canvas
  const corner: Point = [-width * 0.04, height * 1.05]
  const lengths = [1.02, 0.7, 1.2, 0.86, 1.36, 0.78, 1.12, 0.62, 0.9]
  const span = Math.PI * 0.56
  const first = -span - 0.02
  const step = span / lengths.length
  const middle = 4
  const rays = lengths.map((_, index) => {
    const reach = longSide * (lengths[(index + random.integer(0, 1)) % lengths.length] ?? 1)
    const [from, to] = [first + step * index + 0.024, first + step * (index + 1) - 0.024]
    return { corners: wedge(corner, longSide * 0.16, reach, from, to), reach, angle: (from + to) / 2 }
  })
  const shades = rays
    .filter((_, index) => index !== middle)
    .map(({ corners, reach, angle }) => ({
      clip: polygon(corners),
      from: pointOnCircle(...corner, reach, angle),
      to: pointOnCircle(...corner, reach * 0.42, angle),
      strength: 0.78,
    }))
  return [
    ...rays.map(({ corners }, index) => polygon(corners, index === middle ? accent : mass)),
    canvas.tone(ground, ...shades),
    disc(width * 0.77, height * 0.17, shortSide * 0.1, mass),
  ].join('')
}

/** Radius and thickness as shares of the long side; where the track begins and ends, in turns. */
type Track = readonly [radius: number, thickness: number, from: number, to: number]

const tracks: readonly Track[] = [
  [0.24, 0.1, 0.6, 1.08],
  [0.37, 0.095, 0.52, 0.98],
  [0.49, 0.07, 0.58, 0.83],
  [0.6, 0.085, 0.5, 0.94],
  [0.71, 0.05, 0.62, 0.79],
  [0.79, 0.028, 0.52, 0.9],
  [0.88, 0.05, 0.5, 0.7],
]
const riddenTrack = 2

/** The wheel, and what it leaves behind. */
export const spin: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, longSide, shortSide } = canvas
  const hub: Point = [width * random.between(0.9, 0.98), height * random.between(0.96, 1.02)]
  const spokes = Array.from({ length: 20 }, (_, index) => {
    const angle = (index / 20) * fullTurn
    return polygon(wedge(hub, longSide * 0.13, longSide * 0.2, angle - 0.012, angle + 0.012), mass)
  })
  const rider = pointOnCircle(...hub, longSide * 0.605, Math.PI * 1.28)
  return [
    ...tracks.map(([radius, thickness, from, to], index) =>
      arc(
        hub,
        longSide * radius,
        Math.PI * (from * 2 - 0.02),
        Math.PI * (from * 2 + (to - from) * 1.7),
        longSide * thickness,
        index === riddenTrack ? accent : mass,
      ),
    ),
    disc(...hub, longSide * 0.13, mass),
    ...spokes,
    canvas.tone(ground, {
      clip: rectangle(0, 0, width, height),
      from: [width * 1.05, -height * 0.05],
      to: [width * 0.62, height * 0.46],
      strength: 0.8,
    }),
    disc(...rider, shortSide * 0.095, accent),
  ].join('')
}

/** A joint, through its whole range. */
export const mobility: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, shortSide } = canvas
  const joint: Point = [width * random.between(0.3, 0.36), height * random.between(0.66, 0.7)]
  const [x, y] = joint
  const limb = shortSide * 0.15
  const reach = canvas.longSide * 0.78
  const [raised, lowered, positions] = [-Math.PI * 0.56, 0.16, 6]
  const spot = (angle: number) => pointOnCircle(x, y, reach, angle).map(roundToTenth).join(' ')
  const from = `M${roundToTenth(x)} ${roundToTenth(y)}L`
  const sweep = `<path d="${from}${spot(raised)}A${roundToTenth(reach)} ${roundToTenth(reach)} 0 0 1 ${spot(lowered)}Z"/>`
  const range = Array.from({ length: positions }, (_, index) => {
    const angle = raised + ((lowered - raised) * index) / (positions - 1)
    const thickness = index === 0 ? limb : limb * (0.06 + 0.085 * (positions - index))
    return stroke(`${from}${spot(angle)}`, thickness, index === 0 ? mass : accent, 'round')
  })
  return [
    canvas.tone(accent, {
      clip: sweep,
      from: pointOnCircle(x, y, reach, raised),
      to: pointOnCircle(x, y, reach * 0.5, 0.1),
      strength: 0.86,
    }),
    ...range,
    stroke(`${from}${roundToTenth(x - width * 0.3)} ${roundToTenth(height * 1.2)}`, limb, mass, 'round'),
    arc(joint, shortSide * 0.34, raised + 0.3, 0.1, shortSide * 0.02, ground),
    disc(x, y, shortSide * 0.115, mass),
    disc(x, y, shortSide * 0.06, ground),
  ].join('')
}
