import { part, type Part } from './parts.ts'
import type { Placement } from './placement.ts'
import type { Pose } from './poses.ts'
import { blend, ellipsoid, limb, merge, type Solid } from './solids.ts'
import { between, distanceBetween, normalise, subtract, type Vector } from './vectors.ts'

const { max, min } = Math

// Joints are in metres, the room in units of 20 cm.
const unitsPerMetre = 5

export type Hair = 'bun' | 'tail' | 'curls'
type Outfit = { hair: Hair; hasShirt?: boolean; hasGloves?: boolean; facing?: Vector }
type Joint = keyof Pose

/**
 * A person in a pose. Bodies are never seen from near: they stand against the light, or only their shadow is seen.
 */
export function figure(pose: Pose, placement: Placement, outfit: Outfit): Part[] {
  const at = (joint: Joint): Vector => {
    const [x, y, z] = pose[joint]
    return [x * unitsPerMetre, y * unitsPerMetre, z * unitsPerMetre]
  }
  const metres = (from: Vector, to: Vector, fromRadius: number, toRadius = fromRadius) =>
    limb(from, to, fromRadius * unitsPerMetre, toRadius * unitsPerMetre)
  const bone = (from: Joint, to: Joint, fromRadius: number, toRadius: number) =>
    metres(at(from), at(to), fromRadius, toRadius)
  const soft = (width: number, first: Solid, ...others: Solid[]) =>
    merge(width * unitsPerMetre, first, ...others)

  const trunk = soft(
    0.09,
    bone('chest', 'waist', 0.135, 0.115),
    bone('waist', 'hip', 0.115, 0.14),
    bone('rightShoulder', 'leftShoulder', 0.085, 0.085),
    bone('rightThigh', 'leftThigh', 0.1, 0.1),
  )
  const limbs = (['left', 'right'] as const).flatMap((side) => {
    const knee = at(`${side}Knee`)
    const ankle = at(`${side}Ankle`)
    return [
      soft(
        0.04,
        bone(`${side}Shoulder`, `${side}Elbow`, 0.068, 0.046),
        bone(`${side}Elbow`, `${side}Wrist`, 0.047, 0.03),
        bone(`${side}Wrist`, `${side}Hand`, 0.036, 0.03),
      ),
      soft(
        0.05,
        bone(`${side}Thigh`, `${side}Knee`, 0.1, 0.06),
        bone(`${side}Knee`, `${side}Ankle`, 0.062, 0.036),
        bone(`${side}Ankle`, `${side}Toe`, 0.04, 0.028),
      ),
      metres(between(knee, ankle, 0.15), between(knee, ankle, 0.3), 0.058, 0.052),
    ]
  })
  const body = soft(0.05, trunk, bone('neck', 'head', 0.062, 0.055), ...limbs)

  // clothes and hair make a person of a mannequin
  const clothes = (['left', 'right'] as const).flatMap((side) => {
    const shoulder = at(`${side}Shoulder`)
    const thigh = at(`${side}Thigh`)
    const wrist = at(`${side}Wrist`)
    const hand = at(`${side}Hand`)
    const ankle = at(`${side}Ankle`)
    const toe = at(`${side}Toe`)
    const heel = between(
      ankle,
      toe,
      -0.03 / (distanceBetween([ankle[0], 0, ankle[2]], [toe[0], 0, toe[2]]) / 5),
    )
    return [
      metres(between(at('hip'), thigh, 0.8), between(thigh, at(`${side}Knee`), 0.52), 0.118, 0.105),
      metres(
        [heel[0], ankle[1] - 0.05 * unitsPerMetre, heel[2]],
        [toe[0], toe[1] + 0.006 * unitsPerMetre, toe[2]],
        0.043,
        0.036,
      ),
      ...(outfit.hasShirt === false
        ? []
        : [metres(shoulder, between(shoulder, at(`${side}Elbow`), 0.42), 0.078, 0.07)]),
      ...(outfit.hasGloves
        ? [metres(between(wrist, hand, 0.4), between(wrist, hand, 1.1), 0.072, 0.078)]
        : []),
    ]
  })
  const head = at('head')
  const skull = ellipsoid(0.082 * unitsPerMetre, 0.115 * unitsPerMetre, 0.098 * unitsPerMetre)
  const worn = [...clothes, ...hairOf(outfit.hair, head, at('neck'), outfit.facing ?? [0, 0, 1])]
  const solid: Solid = (x, y, z) => {
    let distance = blend(body(x, y, z), skull(x - head[0], y - head[1], z - head[2]), 0.02 * unitsPerMetre)
    for (const each of worn) distance = blend(distance, each(x, y, z), 0.03)
    return distance * 0.92
  }
  const joints = (Object.keys(pose) as Joint[]).map(at)
  const axis = (index: 0 | 1 | 2) => joints.map((joint) => joint[index])
  const low: Vector = [min(...axis(0)), min(...axis(1)), min(...axis(2))]
  const high: Vector = [max(...axis(0)), max(...axis(1)), max(...axis(2))]
  const radius = distanceBetween(low, high) / 2 + 0.16 * unitsPerMetre
  return [part(solid, radius, placement, { finish: 'matt' }, between(low, high, 0.5))]
}

function hairOf(hair: Hair, head: Vector, neck: Vector, facing: Vector): Solid[] {
  const up = normalise(subtract(head, neck))
  /** A point so far above the head's middle and behind it. */
  const behind = (above: number, back: number): Vector => [
    head[0] + (up[0] * above - facing[0] * back) * unitsPerMetre,
    head[1] + (up[1] * above - facing[1] * back) * unitsPerMetre,
    head[2] + (up[2] * above - facing[2] * back) * unitsPerMetre,
  ]
  const lock = (from: Vector, to: Vector, fromRadius: number, toRadius = fromRadius) =>
    limb(from, to, fromRadius * unitsPerMetre, toRadius * unitsPerMetre)
  const cap = lock(behind(0.035, 0.012), behind(0.03, 0.03), 0.088)
  switch (hair) {
    case 'bun':
      return [cap, lock(behind(0.1, 0.075), behind(0.115, 0.085), 0.05)]
    case 'tail':
      return [
        cap,
        lock(behind(0.06, 0.1), behind(-0.06, 0.17), 0.04, 0.03),
        lock(behind(-0.06, 0.17), behind(-0.2, 0.16), 0.03, 0.012),
      ]
    case 'curls':
      return [lock(behind(0.05, 0.02), behind(0.05, 0.03), 0.118)]
  }
}

/** A hand around a bar along x of radius 0.14, its arm going up; side 1 is the right hand. */
export function grip(x: number, side: 1 | -1): Part {
  const lengths = [0.86, 1, 1, 0.92]
  const knuckles = [-0.39, -0.13, 0.13, 0.38].map((offset) => offset * side)
  const fingers = knuckles.map((offset, index) => {
    const length = lengths[index]!
    const radius = 0.128 * (0.9 + 0.1 * length)
    const root: Vector = [offset * 0.92, 0.42 * length, 0.2]
    const front: Vector = [offset, 0, 0.34 + 0.03 * length]
    const below: Vector = [offset, -0.3, 0.12]
    const tip: Vector = [offset * 0.98, -0.22, -0.2]
    return merge(
      0.05,
      limb(root, front, radius, radius * 0.96),
      limb(front, below, radius * 0.96, radius * 0.88),
      limb(below, tip, radius * 0.88, radius * 0.8),
    )
  })
  const [first, ...others] = knuckles.map((offset, index) =>
    limb([offset * 0.6, 1.2, -0.06], [offset * 0.92, 0.42 * lengths[index]!, 0.17], 0.17, 0.12),
  )
  const back = merge(0.16, first!, ...others)
  const ballOfThumb = limb([0.36 * side, 1, 0.02], [0.62 * side, 0.55, 0.12], 0.18, 0.14)
  const thumb = merge(
    0.05,
    limb([0.62 * side, 0.55, 0.12], [0.5 * side, 0.08, 0.34], 0.135, 0.125),
    limb([0.5 * side, 0.08, 0.34], [0.2 * side, -0.12, 0.44], 0.125, 0.1),
  )
  const forearm = limb([0, 1.35, -0.1], [0.35 * side, 3.4, -0.5], 0.27, 0.46)
  const solid: Solid = (px, py, pz) => {
    const heel = ballOfThumb(px, py, pz)
    const hand = blend(blend(back(px, py, pz), forearm(px, py, pz * 1.12), 0.35), heel, 0.2)
    let distance = hand
    for (const finger of fingers) distance = blend(distance, finger(px, py, pz), 0.055)
    return min(distance, blend(thumb(px, py, pz), heel, 0.08)) * 0.9
  }
  return part(solid, 2.6, { x }, { finish: 'matt', colour: 'second' }, [0.05 * side, 1.5, 0])
}
