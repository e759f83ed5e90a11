import type { TestContext } from 'vitest'

/** Whether tests run at full length (`npm run prove`) or in the short form of every test run. */
export const isFullScale = process.env.PROVE === 'full'

/** Where a run's random choices begin; told with every result, so that a failure can be repeated. */
export const randomSeed = Number(process.env.PROVE_SEED ?? 1)

/** How often a test repeats what it shows. */
export const repetitions = (short: number, full: number): number => (isFullScale ? full : short)

/** One of several that are alike, another one each day; at full length all of them. */
export const rotateDaily = <Each>(all: readonly Each[]): readonly Each[] =>
  isFullScale ? all : [all[Math.floor(Date.now() / 86_400_000) % all.length]!]

/** A guard against hanging, in milliseconds. */
export const timeoutFor = (short: number, full: number): number => (isFullScale ? full : short)

/** What a proof measured, for the table of `npm run prove`. */
export function reportMeasurement(
  { task }: TestContext,
  proof: string,
  measured: Record<string, number | string>,
): void {
  Object.assign(task.meta, { proof: { proof, measured: { ...measured, randomSeed } } })
}

/** Does `work` for each item, so many at a time. Returns the durations in milliseconds. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<number[]> {
  const durations: number[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      const began = performance.now()
      await work(items[index] as Item, index)
      durations.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return durations
}

/** The duration that 95 in a hundred stay below, in whole milliseconds. */
export function percentile95(durations: readonly number[]): number {
  const sorted = [...durations].sort((left, right) => left - right)
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)
}
