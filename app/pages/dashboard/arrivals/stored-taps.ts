// Taps of the desk that wait for a connection, on the device. They have no names.

export type StoredTap = { id: string; memberId: string; lessonId: string | null; at: number }

const key = 'desk-taps'
/** Taps are sent within a day or not at all. */
const longestMs = 24 * 60 * 60 * 1000
const none: StoredTap[] = []
const listeners = new Set<() => void>()

let text: string | null = null
let taps = none

/** Returns the taps that are not sent yet, oldest first; the same array until they change. */
export function readTaps(storage: Pick<Storage, 'getItem'> = localStorage, now = Date.now()): StoredTap[] {
  const stored = storage.getItem(key)
  if (stored !== text) {
    text = stored
    taps = parseTaps(stored, now)
  }
  return taps
}

export const serverTaps = () => none

/** Returns the taps in a stored text that are younger than a day; none for a broken one. */
function parseTaps(stored: string | null, now: number): StoredTap[] {
  try {
    return (JSON.parse(stored ?? '[]') as StoredTap[]).filter(({ at }) => now - at < longestMs)
  } catch {
    return none
  }
}

/** Adds a tap. A second one for the same person and lesson changes nothing. */
export function addTap(tap: StoredTap): void {
  const before = readTaps()
  if (!before.some(isOf(tap))) writeTaps([...before, tap])
}

/** Removes the tap for a person and lesson, before it is sent. */
export const removeTap = (of: Pick<StoredTap, 'memberId' | 'lessonId'>): void =>
  writeTaps(readTaps().filter((tap) => !isOf(of)(tap)))

/** Removes taps that the club has received. */
export const removeSent = (ids: string[]): void => writeTaps(readTaps().filter(({ id }) => !ids.includes(id)))

const isOf =
  ({ memberId, lessonId }: Pick<StoredTap, 'memberId' | 'lessonId'>) =>
  (tap: StoredTap) =>
    tap.memberId === memberId && tap.lessonId === lessonId

function writeTaps(next: StoredTap[]): void {
  localStorage.setItem(key, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export function subscribeToTaps(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
