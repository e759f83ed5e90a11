/**
 * `Promise.all` that waits until every promise has settled, so that nothing is under way when a transaction ends. If
 * several reject, it rejects with the first in the list, as if they had run one after another.
 */
export async function settleAll<Promises extends readonly unknown[]>(
  promises: readonly [...Promises],
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
