import { createHash } from 'node:crypto'
import { conflict } from '#core/errors.ts'

// Optimistic locking of forms. A form carries the version it was opened with, so that a second save from
// another window is refused instead of overwriting the first.

/** Version tag of a stored value, for optimistic locking. */
export const versionOf = (stored: unknown): string =>
  createHash('sha256').update(JSON.stringify(stored)).digest('base64url')

/**
 * Throws `conflict` with this message if `openedVersion` is not `currentVersion`. The facts of the
 * error carry the current version, so that saving again succeeds. Null skips the check, for programs that
 * send no version.
 */
export function requireVersion(openedVersion: string | null, currentVersion: string, sentence: string): void {
  if (openedVersion !== null && openedVersion !== currentVersion)
    throw conflict(sentence, { version: currentVersion })
}
