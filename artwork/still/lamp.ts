import { cross, lengthOf, normalise, radians, smoothStep, type Vector } from './vectors.ts'

const { abs, cos, min, sin, tan } = Math

/** Something in the lamp's way: the share of its light at a position across the beam. */
export type Screen = (u: number, v: number) => number

/** The only light. Low and from the side, it leaves half of each thing in ink. */
export type Lamp = {
  /** Degrees: 0 is behind the viewer, 90 at the right, 180 behind the things. */
  azimuth: number
  /** Degrees above the floor. */
  elevation: number
  /** Width of the shadow's edge in degrees. */
  softness?: number
  screen?: Screen
}

/** Directions of a lamp: to it, and across its beam. */
export function createLamp({ azimuth, elevation, softness = 4, screen }: Lamp) {
  const [a, e] = [radians(azimuth), radians(elevation)]
  const direction: Vector = [cos(e) * sin(a), sin(e), cos(e) * cos(a)]
  const across = normalise(cross([0, 1, 0], direction))
  return { direction, across, along: cross(direction, across), sharpness: 1 / tan(radians(softness)), screen }
}

type Panes = {
  u: number
  v: number
  width: number
  height: number
  columns: number
  rows: number
  bar: number
}

/** A window of panes before the lamp. */
export function panes({ u: midU, v: midV, width, height, columns, rows, bar }: Panes): Screen {
  const softness = 0.05
  const open = (distance: number, from: number) => smoothStep(from - softness, from + softness, distance)
  return (u, v) => {
    const a = (u - midU) / width + 0.5
    const b = (v - midV) / height + 0.5
    if (a < -0.2 || a > 1.2 || b < -0.2 || b > 1.2) return 0
    const toFrame = min(min(a, 1 - a) * width, min(b, 1 - b) * height)
    const toColumn = abs(((a * columns + 0.5) % 1) - 0.5) * (width / columns)
    const toRow = abs(((b * rows + 0.5) % 1) - 0.5) * (height / rows)
    return open(toFrame, 0) * open(toColumn, bar / 2) * open(toRow, bar / 2)
  }
}

/** A round pool of light. */
export function spotlight(midU: number, midV: number, radius: number, softness: number): Screen {
  return (u, v) => 1 - smoothStep(radius - softness, radius + softness, lengthOf(u - midU, v - midV))
}
