/** The ids with one of them at another place; a place beyond the end is the end. */
export function moveToPosition(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((each) => each !== id)
  return [...others.slice(0, place), id, ...others.slice(place)]
}
