import type { DisciplineName } from '#artwork/disciplines/series.ts'
import type { StillName } from '#artwork/still/stills.ts'

// A poster and a still of the same thing are one motif.
const posterMotifs: Partial<Record<DisciplineName, string>> = {
  strength: 'plates',
  functional: 'kettlebell',
  pilates: 'springs',
}
const stillMotifs: Partial<Record<StillName, string>> = {
  barbell: 'plates',
  shadow: 'lifter',
  room: 'guard',
  'hands-on-the-bar': 'hands',
}

/** The thing that a still shows. */
export const stillMotif = (name: StillName): string => stillMotifs[name] ?? name

/** The thing that a poster shows; most are abstract and their own motif. */
export const posterMotif = (discipline: DisciplineName): string =>
  posterMotifs[discipline] ?? `poster of ${discipline}`
