import { inks } from './inks.ts'
import { skins } from './people.ts'
import { view, type Camera } from './still/camera.ts'
import type { Ground } from './still/press.ts'

/** The first slide's inks: hands of a skin's ink on clay. */
export const heroGround: Ground = {
  paper: inks.clay,
  second: skins.umber,
  dark: inks.ink,
  light: inks.chalk,
}

type Position = {
  /** CSS pixels of the slide, 400 high, where the middle between the hands is. */
  x: number
  y: number
  /** CSS pixels that one unit takes. */
  unit: number
  /** Degrees. */
  roll?: number
}

const positions: Record<1440 | 820 | 390, Position> = {
  1440: { x: 1190, y: 308, unit: 148 },
  820: { x: 736, y: 312, unit: 90 },
  390: { x: 268, y: 350, unit: 68, roll: 80 },
}

/** The camera of a crop of the first slide: the type at its left stays free. */
export function heroCamera(crop: 1440 | 820 | 390): Camera {
  const { x, y, unit, roll = 0 } = positions[crop]
  return view([0, 0, 0], -6, 4, crop / unit, {
    distance: 12,
    roll,
    shift: [0.5 - x / crop, (y - 200) / crop],
  })
}
