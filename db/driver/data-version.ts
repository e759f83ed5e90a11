import { singleton } from '#core/singleton.ts'

type DataVersion = { current: number; onWrite: () => void }

const versionSingleton = singleton<DataVersion>('data version')
const version = versionSingleton.get() ?? versionSingleton.set({ current: 0, onWrite: () => {} })

/** Increases with every committed write that this process knows of. Data read at an older version may be stale. */
export const dataVersion = (): number => version.current

/** Records a write of another process. */
export const noteRemoteWrite = (): void => void (version.current += 1)

/** Records a committed write of this process. */
export function noteWrite(): void {
  version.current += 1
  version.onWrite()
}

/** Calls `listener` after each committed write of this process. */
export const onWrite = (listener: () => void): void => void (version.onWrite = listener)

const readPattern =
  /^(?:\s|--.*\n)*(?:select|with|values|show|set|begin|start|rollback|savepoint|release|fetch|close)\b/i
const dataModifyingPattern = /\b(?:insert|update|delete|merge)\b/i
/** Bookkeeping that no page shows: polling of the job queue, rate limits, and the last use of sessions. */
const bookkeepingPattern = /\bpgboss\.|^\s*(?:insert into|update|delete from)\s+"?(?:rate_limits|sessions)\b/i

/**
 * Whether a statement may have committed a write once it succeeds. A commit always counts, because its transaction may
 * have called a function that writes. Outside of a transaction such a function is not recognised: call it in one.
 */
export function mayWrite(text: string): boolean {
  if (bookkeepingPattern.test(text)) return false
  return !readPattern.test(text) || dataModifyingPattern.test(text)
}
