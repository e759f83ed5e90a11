// Taps of the desk and of lists that wait for a connection, on the device. They have no names.

type ArrivalTap = { id: string; memberId: string; lessonId: string | null; at: number }
type MarkTap = { id: string; participantId: string; lessonId: string; attendance: string | null; at: number }
export type StoredTap = ArrivalTap | MarkTap

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

/** Adds a check-in. A second one for the same person and lesson changes nothing. */
export function addArrivalTap(tap: ArrivalTap): void {
  if (!readTaps().some(isArrivalOf(tap))) writeTaps([...readTaps(), tap])
}

/** Removes the check-in of a person to a lesson, before it is sent. */
export const removeArrivalTap = (of: Pick<ArrivalTap, 'memberId' | 'lessonId'>): void =>
  writeTaps(readTaps().filter((tap) => !isArrivalOf(of)(tap)))

export const isArrivalOf =
  ({ memberId, lessonId }: Pick<ArrivalTap, 'memberId' | 'lessonId'>) =>
  (tap: StoredTap) =>
    'memberId' in tap && tap.memberId === memberId && tap.lessonId === lessonId

/** Stores the mark of a participant in place of an earlier one. */
export const setMarkTap = (tap: MarkTap): void => writeTaps([...withoutMark(tap.participantId), tap])

/** Removes the mark of a participant, who was marked again since. */
export const removeMarkTap = (participantId: string): void => writeTaps(withoutMark(participantId))

const withoutMark = (participantId: string) =>
  readTaps().filter((tap) => !('participantId' in tap && tap.participantId === participantId))

/** Removes taps that the club has received. */
export const removeSent = (ids: string[]): void => writeTaps(readTaps().filter(({ id }) => !ids.includes(id)))

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
