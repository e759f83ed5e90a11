/** The result of one check, with a remedy unless it passed. */
export type Finding = {
  part: string
  /** `well`; `doubtful`: the club works without it; `ill`: something does not work until it is fixed. */
  state: 'ok' | 'warn' | 'fail'
  message: string
}

/** The database's URL, and a function that stops it if it was started for this check. */
export type FindDatabase = () => Promise<{ url: string; stop: () => Promise<void> }>

export const ok = (part: string, message: string): Finding => ({ part, state: 'ok', message })
export const warn = (part: string, message: string): Finding => ({ part, state: 'warn', message })
export const fail = (part: string, message: string): Finding => ({ part, state: 'fail', message })
