import { cross, dot, normalise, radians, subtract, type Vector } from './vectors.ts'

export type Camera = {
  at: Vector
  from: Vector
  /** Distance at which the frame is one unit wide. */
  lens: number
  /** Degrees. */
  roll?: number
  /** Moves the picture inside its frame, in widths of the frame. */
  shift?: readonly [right: number, up: number]
}

type ViewOptions = { distance?: number; roll?: number; shift?: readonly [number, number] }

/**
 * A camera that looks at a point from an azimuth (0 is the front, 90 the right) and an elevation, and sees `width` units
 * there. From far away the perspective is calm, from near dramatic.
 */
export function view(
  at: Vector,
  azimuth: number,
  elevation: number,
  width: number,
  { distance = 9, ...rest }: ViewOptions = {},
): Camera {
  const [a, e] = [radians(azimuth), radians(elevation)]
  const from: Vector = [
    at[0] + distance * Math.cos(e) * Math.sin(a),
    at[1] + distance * Math.sin(e),
    at[2] + distance * Math.cos(e) * Math.cos(a),
  ]
  return { at, from, lens: distance / width, ...rest }
}

export type Direction = { x: number; y: number; z: number }

/** Projection of a camera onto a frame. */
export function createProjection({ at, from, lens, roll = 0, shift = [0, 0] }: Camera, ratio: number) {
  const forward = normalise(subtract(at, from))
  const straightRight = normalise(cross(forward, Math.abs(forward[1]) > 0.999 ? [0, 0, -1] : [0, 1, 0]))
  const straightUp = cross(straightRight, forward)
  const [cos, sin] = [Math.cos(radians(roll)), Math.sin(radians(roll))]
  const turn = (axis: 0 | 1 | 2) => straightRight[axis] * cos + straightUp[axis] * sin
  const turnUp = (axis: 0 | 1 | 2) => straightUp[axis] * cos - straightRight[axis] * sin
  const right: Vector = [turn(0), turn(1), turn(2)]
  const up: Vector = [turnUp(0), turnUp(1), turnUp(2)]
  return {
    lens,
    /** Position in the frame, in its widths from the middle. */
    frameX: (u: number) => u - 0.5 + shift[0],
    frameY: (v: number) => (0.5 - v) * ratio + shift[1],
    /** Writes the direction of the ray through a position in the frame. */
    aim(x: number, y: number, into: Direction): void {
      const dx = forward[0] * lens + right[0] * x + up[0] * y
      const dy = forward[1] * lens + right[1] * x + up[1] * y
      const dz = forward[2] * lens + right[2] * x + up[2] * y
      const scale = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz)
      into.x = dx * scale
      into.y = dy * scale
      into.z = dz * scale
    },
    /** The frame's position of a point, and the size there of one unit. */
    project(point: Vector): { x: number; y: number; scale: number } {
      const offset = subtract(point, from)
      const scale = lens / dot(offset, forward)
      return { x: dot(offset, right) * scale, y: dot(offset, up) * scale, scale }
    },
  }
}
