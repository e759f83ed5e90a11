import type { Canvas } from '../canvas.ts'
import type { ThreeInks } from '../inks.ts'
import type { RandomSource } from '../random.ts'

/** Draws one discipline: its geometry in three inks, varied a little by the random source. */
export type Discipline = (canvas: Canvas, random: RandomSource, inks: ThreeInks) => string
