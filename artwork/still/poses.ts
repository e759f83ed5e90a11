import type { Vector } from './vectors.ts'

const paired = ['Shoulder', 'Elbow', 'Wrist', 'Hand', 'Thigh', 'Knee', 'Ankle', 'Toe'] as const
type Paired = (typeof paired)[number]
type Middle = 'head' | 'neck' | 'chest' | 'waist' | 'hip'

/** Positions of a body's joints in metres. */
export type Pose = Record<Middle | `left${Paired}` | `right${Paired}`, Vector>

/** A pose that is the same on both sides. */
function symmetric(joints: Record<Middle | Paired, Vector>): Pose {
  const sides = paired.flatMap((name) => {
    const [x, y, z] = joints[name]
    return [
      [`right${name}`, [x, y, z]],
      [`left${name}`, [-x, y, z]],
    ]
  })
  return { ...joints, ...(Object.fromEntries(sides) as Pose) }
}

/** The bar locked out overhead, seen from the front. */
export const press = symmetric({
  head: [0, 1.62, 0.02],
  neck: [0, 1.5, 0],
  chest: [0, 1.36, 0],
  waist: [0, 1.12, 0],
  hip: [0, 0.98, 0],
  Shoulder: [0.17, 1.47, 0],
  Elbow: [0.31, 1.72, 0],
  Wrist: [0.4, 1.97, 0],
  Hand: [0.4, 2.04, 0.02],
  Thigh: [0.1, 0.92, 0],
  Knee: [0.17, 0.5, 0.03],
  Ankle: [0.2, 0.09, -0.03],
  Toe: [0.25, 0.03, 0.14],
})

/** Sitting cross-legged, from the front. */
export const sit = symmetric({
  head: [0, 0.86, 0.02],
  neck: [0, 0.74, 0],
  chest: [0, 0.56, 0],
  waist: [0, 0.34, 0],
  hip: [0, 0.2, 0],
  Shoulder: [0.18, 0.66, 0],
  Elbow: [0.29, 0.4, 0.06],
  Wrist: [0.3, 0.22, 0.26],
  Hand: [0.31, 0.19, 0.34],
  Thigh: [0.1, 0.16, 0.02],
  Knee: [0.4, 0.12, 0.28],
  Ankle: [0.06, 0.06, 0.36],
  Toe: [-0.1, 0.05, 0.33],
})

/** In the air over a rope, from the front. */
export const skip = symmetric({
  head: [0, 1.72, 0.02],
  neck: [0, 1.6, 0],
  chest: [0, 1.46, 0],
  waist: [0, 1.22, 0],
  hip: [0, 1.08, 0],
  Shoulder: [0.18, 1.56, 0],
  Elbow: [0.26, 1.28, -0.06],
  Wrist: [0.42, 1.14, 0.06],
  Hand: [0.49, 1.13, 0.08],
  Thigh: [0.09, 1.02, 0],
  Knee: [0.1, 0.62, 0.05],
  Ankle: [0.08, 0.22, -0.06],
  Toe: [0.09, 0.1, 0.06],
})

/** A boxer on guard, facing right. */
export const guard: Pose = {
  head: [0.1, 1.56, 0],
  neck: [0.05, 1.44, 0],
  chest: [0.02, 1.3, 0],
  waist: [-0.02, 1.06, 0],
  hip: [-0.03, 0.92, 0],
  rightShoulder: [0.14, 1.38, 0.14],
  leftShoulder: [-0.1, 1.38, -0.14],
  rightElbow: [0.36, 1.2, 0.16],
  rightWrist: [0.5, 1.42, 0.12],
  rightHand: [0.56, 1.5, 0.1],
  leftElbow: [0.02, 1.12, -0.2],
  leftWrist: [0.2, 1.34, -0.14],
  leftHand: [0.27, 1.42, -0.12],
  rightThigh: [0.02, 0.88, 0.09],
  leftThigh: [-0.08, 0.88, -0.09],
  rightKnee: [0.26, 0.52, 0.12],
  rightAnkle: [0.28, 0.1, 0.12],
  rightToe: [0.46, 0.03, 0.12],
  leftKnee: [-0.2, 0.5, -0.12],
  leftAnkle: [-0.42, 0.14, -0.12],
  leftToe: [-0.26, 0.03, -0.1],
}

/** A long lunge with the arms up, facing right. */
export const warrior: Pose = {
  head: [0.03, 1.3, 0],
  neck: [0, 1.18, 0],
  chest: [0, 1.04, 0],
  waist: [-0.02, 0.8, 0],
  hip: [-0.02, 0.66, 0],
  rightShoulder: [0.03, 1.16, 0.15],
  leftShoulder: [0, 1.16, -0.15],
  rightElbow: [0.1, 1.44, 0.13],
  rightWrist: [0.12, 1.7, 0.08],
  rightHand: [0.13, 1.82, 0.06],
  leftElbow: [0.06, 1.44, -0.13],
  leftWrist: [0.09, 1.7, -0.08],
  leftHand: [0.11, 1.82, -0.06],
  rightThigh: [0.03, 0.6, 0.08],
  leftThigh: [-0.07, 0.6, -0.08],
  rightKnee: [0.45, 0.5, 0.1],
  rightAnkle: [0.46, 0.09, 0.1],
  rightToe: [0.64, 0.03, 0.1],
  leftKnee: [-0.42, 0.38, -0.1],
  leftAnkle: [-0.76, 0.14, -0.1],
  leftToe: [-0.66, 0.03, -0.1],
}
