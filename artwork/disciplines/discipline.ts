import type { Canvas } from '#artwork/canvas.ts'
import type { ThreeInks } from '#artwork/inks.ts'
import type { RandomSource } from '#artwork/random.ts'

/** Draws one discipline: its geometry in three inks, varied a little by the random source. */
export type Discipline = (canvas: Canvas, random: RandomSource, inks: ThreeInks) => string
