/** The seven inks of the poster series. A poster prints exactly three of them. */
export const inks = {
  ink: '#15140f',
  chalk: '#f4f1e8',
  /** Chalk as a ground: a shade darker, so that the sheet stands off a chalk page. */
  bone: '#e6e0d0',
  volt: '#d3f83a',
  clay: '#e4532b',
  pool: '#2a45d8',
  blush: '#f2b9ab',
} as const

export type InkName = keyof typeof inks

/** Three ink names in the order ground, mass, accent. */
export type InkSet = readonly [ground: InkName, mass: InkName, accent: InkName]

/** Three colours, `#rrggbb`, that a discipline is drawn with. */
export type ThreeInks = { ground: string; mass: string; accent: string }

/** The colours of a set of ink names. */
export function resolveInks([ground, mass, accent]: InkSet): ThreeInks {
  return { ground: inks[ground], mass: inks[mass], accent: inks[accent] }
}
