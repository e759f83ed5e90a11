import type { TestContext } from 'vitest'

/** Whether tests run at full length (`npm run prove`) or in the short form of every test run. */
export const isFullScale = process.env.PROVE === 'full'

/** The random seed of the run, which every result contains, so that a failure can be reproduced. */
export const randomSeed = Number(process.env.PROVE_SEED ?? 1)

/** Returns the number of repetitions, for the short form or for full length. */
export const repetitions = (short: number, full: number): number => (isFullScale ? full : short)

/** Returns one of several similar cases, a different one each day; at full length all of them. */
export const rotateDaily = <Each>(all: readonly Each[]): readonly Each[] =>
  isFullScale ? all : [all[Math.floor(Date.now() / 86_400_000) % all.length]!]

/** A guard against hanging, in milliseconds. */
export const timeoutFor = (short: number, full: number): number => (isFullScale ? full : short)

/** Reports a measurement, for the table of `npm run prove`. */
export function reportMeasurement(
  { task }: TestContext,
  proof: string,
  measured: Record<string, number | string>,
): void {
  Object.assign(task.meta, { proof: { proof, measured: { ...measured, randomSeed } } })
}

/** Runs `work` for each item with limited concurrency. Returns the durations in milliseconds. */
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

/** Returns the 95th percentile in whole milliseconds. */
export function percentile95(durations: readonly number[]): number {
  const sorted = [...durations].sort((left, right) => left - right)
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)
}
