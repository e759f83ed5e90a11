/** One thing that a club stands on: how it is, and what to do about it where it is not well. */
export type Finding = {
  part: string
  /** `well`; `doubtful`: the club goes on without it; `ill`: something does not work until it is mended. */
  state: 'ok' | 'warn' | 'fail'
  message: string
}

/** Where the club's database answers, and what ends it again where it was started for this look alone. */
export type FindDatabase = () => Promise<{ url: string; stop: () => Promise<void> }>

export const ok = (part: string, message: string): Finding => ({ part, state: 'ok', message })
export const warn = (part: string, message: string): Finding => ({ part, state: 'warn', message })
export const fail = (part: string, message: string): Finding => ({ part, state: 'fail', message })
