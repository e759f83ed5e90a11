import { createProjection, type Camera } from './camera.ts'
import { createDistanceField } from './distance-field.ts'
import type { Lamp } from './lamp.ts'
import type { Part } from './parts.ts'
import { createPlates, type Plates } from './plates.ts'
import { createShading, writeNormal, type SurfacePoint } from './shading.ts'
import { lengthOf, type Vector } from './vectors.ts'

const { abs, ceil, max } = Math

export type Scene = {
  parts: readonly Part[]
  camera: Camera
  lamp: Lamp
  /** Without a floor the paper is behind everything. */
  hasFloor?: boolean
  /** Depth of a wall behind the things. */
  wall?: number
  /** Light that comes from everywhere. */
  fill?: number
  /** A disc far behind everything, in the second colour. */
  sun?: { at: Vector; radius: number }
}

const horizon = 60
const block = 8
// four positions inside a pixel, no two in a row or a column
const subpixels = [
  [0.125, 0.375],
  [0.625, 0.125],
  [0.875, 0.625],
  [0.375, 0.875],
] as const

// what a sample has hit; a part counts from 1
const hitFloor = -1
const hitWall = -2
const hitNothing = -9
const hitSun = -10

/** The plates of a scene at a size in pixels, the same every time. Pixels on edges keep four samples. */
export function renderPlates(scene: Scene, width: number, height: number): Plates {
  const { hasFloor = true, wall = null, fill = 0.05 } = scene
  const ratio = height / width
  const projection = createProjection(scene.camera, ratio)
  const field = createDistanceField(scene.parts)
  const shading = createShading(field, scene.lamp, fill)
  const sun = scene.sun && { ...projection.project(scene.sun.at), radius: scene.sun.radius }
  const [fromX, fromY, fromZ] = scene.camera.from
  const ray = { x: 0, y: 0, z: 0 }
  const point: SurfacePoint = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0 }
  const result = { ink: 0, light: 0, second: 0, depth: 0, hit: 0 }

  const aim = (x: number, y: number) =>
    projection.aim(projection.frameX(x / width), projection.frameY(y / height), ray)

  const moveTo = (distance: number) => {
    point.x = fromX + ray.x * distance
    point.y = fromY + ray.y * distance
    point.z = fromZ + ray.z * distance
  }

  function sampleBackground(x: number, y: number, far: number, hit: number): void {
    result.depth = far
    result.hit = hit
    if (hit === hitNothing) {
      if (!sun) return
      const offset = lengthOf(projection.frameX(x / width) - sun.x, projection.frameY(y / height) - sun.y)
      if (offset >= sun.radius * sun.scale) return
      result.second = 1
      result.hit = hitSun
      return
    }
    moveTo(far)
    point.nx = 0
    point.ny = hit === hitFloor ? 1 : 0
    point.nz = hit === hitWall ? 1 : 0
    result.ink = shading.backgroundInk(point)
  }

  function sampleThing(distance: number): void {
    moveTo(distance)
    const index = field.nearestPart(point.x, point.y, point.z)
    const part = field.parts[index]!
    writeNormal(part, point, 0.0012 * max(1, distance * 0.3))
    const tones = shading.surfaceTones(part, point, ray.x, ray.y, ray.z)
    result.depth = distance
    result.hit = index + 1
    result.light = tones.light
    result.second = part.colour === 'second' ? 1 : 0
    result.ink = tones.ink
    const mark = part.mark?.(point.x, point.y, point.z)
    if (!mark) return
    if (mark.second !== undefined) result.second = mark.second ? 1 : 0
    if (mark.ink !== undefined) result.ink = max(result.ink, mark.ink)
    if (mark.bare) result.ink = 0
  }

  function sample(x: number, y: number, start: number): void {
    aim(x, y)
    let far = horizon
    let behind = hitNothing
    if (hasFloor && ray.y < -1e-6 && -fromY / ray.y < far) {
      far = -fromY / ray.y
      behind = hitFloor
    }
    if (wall !== null && ray.z < -1e-6) {
      const toWall = (wall - fromZ) / ray.z
      if (toWall > 0 && toWall < far) {
        far = toWall
        behind = hitWall
      }
    }
    result.ink = 0
    result.light = 0
    result.second = 0
    let distance = start
    for (let step = 0; step < 140 && distance <= far; step++) {
      const clear = field.distance(
        fromX + ray.x * distance,
        fromY + ray.y * distance,
        fromZ + ray.z * distance,
        field.visible,
      )
      if (clear < 0.0006 * distance) {
        sampleThing(distance)
        return
      }
      distance += clear
    }
    sampleBackground(x, y, far, behind)
  }

  /** The distance that all rays of a block can skip, found by a cone around them. */
  function skipOf(column: number, row: number): number {
    const spread = (block * 0.75) / (width * projection.lens)
    aim((column + 0.5) * block, (row + 0.5) * block)
    let distance = 0.05
    for (let step = 0; step < 60 && distance <= horizon; step++) {
      const clear =
        field.distance(
          fromX + ray.x * distance,
          fromY + ray.y * distance,
          fromZ + ray.z * distance,
          field.visible,
        ) -
        spread * distance
      if (clear < 0.004) break
      distance += clear * 0.95
    }
    return max(0.02, distance - 0.02)
  }

  const columns = ceil(width / block)
  const rows = ceil(height / block)
  const skips = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) skips[row * columns + column] = skipOf(column, row)
  const skipAt = (x: number, y: number) => skips[((y / block) | 0) * columns + ((x / block) | 0)]!

  const plates = createPlates(width, height)
  const depths = new Float32Array(width * height)
  const hits = new Int16Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      sample(x + 0.5, y + 0.5, skipAt(x, y))
      const at = y * width + x
      plates.ink[at] = result.ink
      plates.light[at] = result.light
      plates.second[at] = result.second
      plates.cover[at] = result.hit > 0 ? 1 : 0
      depths[at] = result.depth
      hits[at] = result.hit
    }

  const isEdge = (a: number, b: number) =>
    hits[a] !== hits[b] ||
    abs(plates.ink[a]! - plates.ink[b]!) > 0.3 ||
    plates.second[a] !== plates.second[b] ||
    abs(plates.light[a]! - plates.light[b]!) > 0.4 ||
    (hits[a]! > 0 && abs(depths[a]! - depths[b]!) > 0.05 * depths[a]!)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const isOnEdge =
        (x + 1 < width && isEdge(at, at + 1)) ||
        (y + 1 < height && isEdge(at, at + width)) ||
        (x > 0 && isEdge(at, at - 1)) ||
        (y > 0 && isEdge(at, at - width))
      if (!isOnEdge) continue
      const samples = new Float32Array(3 * subpixels.length)
      const start = max(0.02, skipAt(x, y) - 0.05)
      let covered = 0
      for (const [index, [right, down]] of subpixels.entries()) {
        sample(x + right, y + down, start)
        if (result.hit > 0) covered += 1
        samples[index * 3] = result.ink
        samples[index * 3 + 1] = result.light
        samples[index * 3 + 2] = result.second
      }
      plates.edges.set(at, samples)
      plates.cover[at] = covered / subpixels.length
    }
  return plates
}
