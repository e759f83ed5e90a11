import type { DistanceField } from './distance-field.ts'
import { createLamp, type Lamp } from './lamp.ts'
import type { Part } from './parts.ts'
import { lengthOf, smoothStep } from './vectors.ts'

const { abs, exp, max, min, sqrt } = Math

// half the width and height of the lamp, a tall window, in its reflection
const [lampWidth, lampHeight] = [0.2, 0.34]

/** A point of a surface with its normal. */
export type SurfacePoint = { x: number; y: number; z: number; nx: number; ny: number; nz: number }

/** Light at a point: direct, ambient, reflected. */
export function createShading(field: DistanceField, lamp: Lamp, fill: number) {
  const { direction, across, along, sharpness, screen } = createLamp(lamp)
  const [lx, ly, lz] = direction

  /** The share of the lamp that is seen from a point, past everything in the way. */
  function lampAt({ x, y, z, nx, ny, nz }: SurfacePoint, first: number): number {
    const px = x + nx * 0.012
    const py = y + ny * 0.012
    const pz = z + nz * 0.012
    let open = 1
    let distance = first
    for (let step = 0; step < 70 && distance <= 16; step++) {
      const clear = field.distance(px + lx * distance, py + ly * distance, pz + lz * distance, field.all)
      if (clear < 0.0015) return 0
      open = min(open, 0.5 + (0.5 * sharpness * (clear + field.slack)) / distance)
      distance += max(clear, 0.015)
    }
    const share = max(0, 2 * open - 1)
    const smooth = share * share * (3 - 2 * share)
    if (!screen || smooth <= 0) return smooth
    const u = x * across[0] + y * across[1] + z * across[2]
    const v = x * along[0] + y * along[1] + z * along[2]
    return smooth * screen(u, v)
  }

  /** Ambient occlusion: 1 in the open, 0 in a corner. */
  function openness({ x, y, z, nx, ny, nz }: SurfacePoint): number {
    let hidden = 0
    let weight = 1
    for (let step = 1; step <= 4; step++) {
      const height = step * 0.09
      const clear = field.distance(x + nx * height, y + ny * height, z + nz * height, field.visible)
      hidden += weight * max(0, height - clear - field.slack)
      weight *= 0.62
    }
    return max(0, 1 - 2.4 * hidden)
  }

  /** The tone of floor or wall. */
  function backgroundInk(point: SurfacePoint): number {
    const isWall = point.nz > 0
    const lit = isWall && lz <= 0 ? 0 : lampAt(point, 0.03)
    const isNearThing = field.distance(point.x, point.y, point.z, field.visible) < 0.5
    const open = isNearThing ? openness(point) : 1
    const light = (fill + (1 - fill) * lit) * (0.78 + 0.22 * open)
    return 1 - smoothStep(0.02, 0.9, light)
  }

  /** Ink and reflection of a thing, seen along a direction. */
  function surfaceTones(part: Part, point: SurfacePoint, dx: number, dy: number, dz: number) {
    const { nx, ny, nz } = point
    const facing = nx * lx + ny * ly + nz * lz
    const lit = facing > 0 ? lampAt(point, 0.02) : 0
    const open = openness(point)
    const towards = dx * nx + dy * ny + dz * nz
    const rx = dx - 2 * towards * nx
    const ry = dy - 2 * towards * ny
    const rz = dz - 2 * towards * nz
    const toLamp = rx * lx + ry * ly + rz * lz
    let light: number
    if (part.finish === 'steel') {
      const room = ry > 0 ? 0.12 + 0.75 * smoothStep(0.25, 0.95, ry) : 0.55 + 0.4 * smoothStep(0.05, 0.5, -ry)
      // a dark line where floor and room meet
      const horizon = smoothStep(-0.03, 0.06, abs(ry - 0.06))
      light = room * horizon * (0.4 + 0.6 * open) + 0.45 * max(0, facing) * lit
      if (toLamp > 0.45) light = max(light, smoothStep(0.45, 0.9, toLamp))
    } else {
      const fromFloor = 0.22 * (0.55 - 0.45 * ny) * exp(-0.55 * max(0, point.y))
      const sheen = part.finish === 'gloss' ? 0.3 * (1 - min(1, -towards)) ** 3 * (0.5 + 0.5 * ry) : 0
      light = 1.12 * max(0, facing) * lit + (fill * 1.2 + fromFloor) * open + sheen * open
    }
    const tone = 1 - smoothStep(0.03, 0.92, light)
    return {
      ink: part.colour === 'ink' ? max(tone, 1 - 0.55 * smoothStep(0.2, 1, light)) : tone,
      light: reflection(part, rx, ry, rz, toLamp, lit),
    }
  }

  /** The lamp's picture on a thing that is not matt. */
  function reflection(part: Part, rx: number, ry: number, rz: number, toLamp: number, lit: number): number {
    if (toLamp <= 0 || lit <= 0 || part.finish === 'matt') return 0
    const { glint = 1, roughness = 1 } = part
    const u = (rx * across[0] + ry * across[1] + rz * across[2]) / toLamp
    const v = (rx * along[0] + ry * along[1] + rz * along[2]) / toLamp
    const outside = lengthOf(max(0, abs(u) - lampWidth * glint), max(0, abs(v) - lampHeight * glint))
    return (1 - smoothStep(0, 0.16 * roughness, outside)) * (screen ? lit : 1)
  }

  return { backgroundInk, surfaceTones }
}

/** Writes the normal of a part at a point, from four distances around it. */
export function writeNormal(part: Part, point: SurfacePoint, step: number): void {
  const { x, y, z } = point
  const { solid } = part
  const a = solid(x + step, y - step, z - step)
  const b = solid(x - step, y - step, z + step)
  const c = solid(x - step, y + step, z - step)
  const d = solid(x + step, y + step, z + step)
  const nx = a - b - c + d
  const ny = -a - b + c + d
  const nz = -a + b - c + d
  const scale = 1 / (sqrt(nx * nx + ny * ny + nz * nz) || 1)
  point.nx = nx * scale
  point.ny = ny * scale
  point.nz = nz * scale
}
