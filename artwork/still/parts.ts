import { place, placePoint, toOwnSpace, type Placement } from './placement.ts'
import { limb, type Solid } from './solids.ts'
import { between, distanceBetween, type Vector } from './vectors.ts'

/** Something painted on a surface at a point: ink, the second colour, or `bare`, where no tone is printed. */
export type Mark = { ink?: number; second?: boolean; bare?: boolean }

/** Material of a part. */
export type Surface = {
  finish?: 'steel' | 'gloss' | 'matt'
  /** Printed in the ground's second colour or in ink; by default in the paper's colour. */
  colour?: 'second' | 'ink'
  /** Share of the lamp's reflection that is left, for a surface that is dull. */
  glint?: number
  /** Softness of the reflection's edge. */
  roughness?: number
  mark?: (x: number, y: number, z: number) => Mark | null
}

/** A solid of one material, with the sphere around it, outside of which it need not be evaluated. */
export type Part = Surface & {
  solid: Solid
  centre: Vector
  radius: number
  /** The part stands behind the camera: only its shadow is seen. */
  shadowOnly?: boolean
  /** Costs less to evaluate than to look up in a table. */
  isCheap?: boolean
}

export const steel: Surface = { finish: 'steel' }
export const gloss: Surface = { finish: 'gloss' }
export const matt: Surface = { finish: 'matt' }
export const black: Surface = { finish: 'matt', colour: 'ink' }
export const second: Surface = { colour: 'second' }

/** A placed part. `radius` is measured from `centre`, both in the part's own coordinates. */
export function part(
  solid: Solid,
  radius: number,
  placement: Placement = {},
  surface: Surface = {},
  centre: Vector = [0, 0, 0],
): Part {
  return {
    ...surface,
    solid: place(solid, placement),
    centre: placePoint(centre, placement),
    radius: radius * (placement.size ?? 1),
    mark: surface.mark && toOwnSpace(surface.mark, placement),
  }
}

/** Parts of a thing moved, turned and enlarged as one. */
export function placeParts(parts: readonly Part[], placement: Placement): Part[] {
  return parts.map((each) => ({ ...each, ...part(each.solid, each.radius, placement, each, each.centre) }))
}

/** Parts of which only the shadow is seen. */
export const shadowsOf = (parts: readonly Part[]): Part[] =>
  parts.map((each) => ({ ...each, shadowOnly: true }))

/** A round bar between two points. */
export function bar(from: Vector, to: Vector, radius: number, surface: Surface = steel): Part {
  return {
    ...surface,
    solid: limb(from, to, radius),
    centre: between(from, to, 0.5),
    radius: distanceBetween(from, to) / 2 + radius,
    isCheap: true,
  }
}

/** The dot of the poster series as a thing: a ball lying on the floor or on something. */
export const ball = (x: number, z: number, radius = 0.2, y = radius): Part => ({
  ...part(
    (a, b, c) => Math.sqrt((a - x) ** 2 + (b - y) ** 2 + (c - z) ** 2) - radius,
    radius,
    {},
    {
      finish: 'matt',
      colour: 'second',
    },
  ),
  centre: [x, y, z],
  isCheap: true,
})
