import type { InkSet } from '#artwork/inks.ts'
import { crossfit } from './crossfit.ts'
import type { Discipline } from './discipline.ts'
import { boxing, functional, sculpting, strength } from './lifting.ts'
import { cardio, hiit, mobility, spin } from './pace.ts'
import { meditation, pilates, yoga } from './stillness.ts'

type Entry = {
  draw: Discipline
  /** The first is the discipline's own; a seed may choose another. */
  inkSets: readonly [InkSet, InkSet, InkSet]
}

const entry = (draw: Discipline, ...inkSets: [InkSet, InkSet, InkSet]): Entry => ({ draw, inkSets })

/** The twelve disciplines of the series. */
export const series = {
  strength: entry(strength, ['clay', 'ink', 'chalk'], ['volt', 'ink', 'clay'], ['bone', 'ink', 'clay']),
  cardio: entry(cardio, ['volt', 'ink', 'clay'], ['bone', 'pool', 'clay'], ['ink', 'volt', 'clay']),
  yoga: entry(yoga, ['blush', 'clay', 'chalk'], ['bone', 'pool', 'blush'], ['volt', 'ink', 'chalk']),
  hiit: entry(hiit, ['ink', 'volt', 'clay'], ['clay', 'chalk', 'ink'], ['pool', 'volt', 'chalk']),
  meditation: entry(
    meditation,
    ['pool', 'blush', 'clay'],
    ['ink', 'chalk', 'clay'],
    ['clay', 'blush', 'chalk'],
  ),
  sculpting: entry(sculpting, ['bone', 'ink', 'clay'], ['blush', 'ink', 'volt'], ['pool', 'chalk', 'volt']),
  spin: entry(spin, ['bone', 'pool', 'clay'], ['ink', 'blush', 'clay'], ['volt', 'ink', 'pool']),
  functional: entry(functional, ['blush', 'ink', 'volt'], ['volt', 'ink', 'chalk'], ['clay', 'ink', 'blush']),
  pilates: entry(pilates, ['clay', 'chalk', 'ink'], ['pool', 'chalk', 'volt'], ['blush', 'pool', 'chalk']),
  crossfit: entry(crossfit, ['ink', 'chalk', 'volt'], ['bone', 'ink', 'clay'], ['pool', 'blush', 'volt']),
  boxing: entry(boxing, ['bone', 'clay', 'pool'], ['ink', 'clay', 'chalk'], ['volt', 'ink', 'clay']),
  mobility: entry(mobility, ['pool', 'volt', 'chalk'], ['volt', 'ink', 'pool'], ['ink', 'blush', 'volt']),
} as const

export type DisciplineName = keyof typeof series

/** Every discipline's name, in the order of the series. @internal */
export const disciplineNames = Object.keys(series) as DisciplineName[]
