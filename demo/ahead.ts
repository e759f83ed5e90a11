/**
 * Goes through a list while the next results are already in the making, so that drawing one picture and
 * storing another keep two cores busy. Results come in the order of the list.
 */
export async function* ahead<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Promise<Result>,
  depth = 2,
): AsyncGenerator<[Item, Result]> {
  const making = items.slice(0, depth).map(make)
  for (const [index, item] of items.entries()) {
    const result = await (making.shift() as Promise<Result>)
    const next = items[index + depth]
    if (next !== undefined) making.push(make(next))
    yield [item, result]
  }
}
