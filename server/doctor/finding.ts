/** One thing that a club stands on: how it is, and what to do about it where it is not well. */
export type Finding = {
  part: string
  /** `well`; `doubtful`: the club goes on without it; `ill`: something does not work until it is mended. */
  state: 'well' | 'doubtful' | 'ill'
  says: string
}

/** Where the club's database answers, and what ends it again where it was started for this look alone. */
export type FindDatabase = () => Promise<{ url: string; stop: () => Promise<void> }>

export const well = (part: string, says: string): Finding => ({ part, state: 'well', says })
export const doubtful = (part: string, says: string): Finding => ({ part, state: 'doubtful', says })
export const ill = (part: string, says: string): Finding => ({ part, state: 'ill', says })
