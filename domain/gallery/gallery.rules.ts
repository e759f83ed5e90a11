/** Returns the ids with one moved to a position, counted from 0; a position past the end is the end. */
export function moveToPosition(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((each) => each !== id)
  return [...others.slice(0, place), id, ...others.slice(place)]
}
