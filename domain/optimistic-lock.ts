import { createHash } from 'node:crypto'
import { conflict } from '#core/errors.ts'

// Two people, or two windows, may have the same form open. Each says what it was opened with, so that the second to
// save hears of the first and takes nothing back unseen.

/** A name for what is stored: another one whenever anything of it is otherwise. */
export const versionOf = (stored: unknown): string =>
  createHash('sha256').update(JSON.stringify(stored)).digest('base64url')

/**
 * Throws `conflict` with this sentence when what was `seen` is not what is there `now`; its facts say what would be
 * seen now, so that saving once more goes through. Null is a program's that says nothing of it.
 */
export function requireVersion(seen: string | null, now: string, sentence: string): void {
  if (seen !== null && seen !== now) throw conflict(sentence, { seen: now })
}
