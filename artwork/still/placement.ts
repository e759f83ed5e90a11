import type { Solid } from './solids.ts'
import { radians, type Vector } from './vectors.ts'

/** Position, rotation in degrees (about z, then x, then y) and size of a thing. */
export type Placement = {
  x?: number
  y?: number
  z?: number
  rx?: number
  ry?: number
  rz?: number
  size?: number
}

const rotationOf = ({ rx = 0, ry = 0, rz = 0 }: Placement) => ({
  cosX: Math.cos(radians(rx)),
  sinX: Math.sin(radians(rx)),
  cosY: Math.cos(radians(ry)),
  sinY: Math.sin(radians(ry)),
  cosZ: Math.cos(radians(rz)),
  sinZ: Math.sin(radians(rz)),
})

/** Returns a function that calls another with a point of the room turned into the thing's own coordinates. */
export function toOwnSpace<Result>(
  use: (x: number, y: number, z: number) => Result,
  placement: Placement,
): (x: number, y: number, z: number) => Result {
  const { x = 0, y = 0, z = 0, size = 1 } = placement
  const { cosX, sinX, cosY, sinY, cosZ, sinZ } = rotationOf(placement)
  const scale = 1 / size
  return (px, py, pz) => {
    const a = px - x
    const b = py - y
    const c = pz - z
    const turnedX = cosY * a - sinY * c
    const turnedZ = sinY * a + cosY * c
    const tiltedY = cosX * b + sinX * turnedZ
    const tiltedZ = -sinX * b + cosX * turnedZ
    return use(
      (cosZ * turnedX + sinZ * tiltedY) * scale,
      (-sinZ * turnedX + cosZ * tiltedY) * scale,
      tiltedZ * scale,
    )
  }
}

/** A solid at its place. */
export function place(solid: Solid, placement: Placement): Solid {
  const placed = toOwnSpace(solid, placement)
  const { size = 1 } = placement
  return size === 1 ? placed : (x, y, z) => placed(x, y, z) * size
}

/** The position in the room of a point of a thing. */
export function placePoint([a, b, c]: Vector, placement: Placement): Vector {
  const { x = 0, y = 0, z = 0, size = 1 } = placement
  const { cosX, sinX, cosY, sinY, cosZ, sinZ } = rotationOf(placement)
  const turnedX = cosZ * a - sinZ * b
  const turnedY = sinZ * a + cosZ * b
  const tiltedY = cosX * turnedY - sinX * c
  const tiltedZ = sinX * turnedY + cosX * c
  return [
    x + size * (cosY * turnedX + sinY * tiltedZ),
    y + size * tiltedY,
    z + size * (-sinY * turnedX + cosY * tiltedZ),
  ]
}
