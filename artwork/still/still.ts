import type { Camera } from './camera.ts'
import type { GroundName } from './press.ts'
import type { Scene } from './render-plates.ts'

/** A picture's scene with cameras for other shapes than 4:5. */
export type Still = Scene & { ground: GroundName; wide?: Camera; square?: Camera }
