import { hashOf } from '../random.ts'
import type { Camera } from './camera.ts'
import type { Plates } from './plates.ts'
import { grainFor, grounds, printPlates, type Ground, type GroundName, type Print } from './press.ts'
import { renderPlates } from './render-plates.ts'
import { silhouettes } from './silhouettes.ts'
import { stillLifes } from './still-lifes.ts'
import type { Still } from './still.ts'

const stills = { ...stillLifes, ...silhouettes }

export type StillName = keyof typeof stills

/** Every still's name. @internal */
export const stillNames = Object.keys(stills) as StillName[]

/** The camera for a sheet of this shape; the 4:5 one takes in more for a shape without its own. */
function cameraFor({ camera, wide, square }: Still, ratio: number): Camera {
  if (ratio > 1.12) return camera
  if (ratio > 0.88) return square ?? { ...camera, lens: camera.lens / 1.1 }
  return wide ?? { ...camera, lens: camera.lens / 1.32 }
}

/** The plates of a still at a size in pixels. */
export function stillPlates(name: StillName, width: number, height: number, camera?: Camera): Plates {
  const still = stills[name]()
  return renderPlates({ ...still, camera: camera ?? cameraFor(still, height / width) }, width, height)
}

type StillOptions = {
  name: StillName
  /** Pixels. */
  width: number
  height: number
  /** The still's own by default. */
  ground?: GroundName | Ground
  /** Width of a grain in pixels. */
  grain?: number
  camera?: Camera
}

/** A still printed at the size it is shown. The same options give the same pixels. */
export function printStill({ name, width, height, ground, grain, camera }: StillOptions): Print {
  const chosen = ground ?? stills[name]().ground
  return printPlates(
    stillPlates(name, width, height, camera),
    typeof chosen === 'string' ? grounds[chosen] : chosen,
    { grain: grain ?? grainFor(width), seed: hashOf(name) % 997 },
  )
}
