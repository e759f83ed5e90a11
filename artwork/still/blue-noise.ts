/** A square of thresholds from 0 to 1 that repeats without a seam. */
export type Mask = { side: number; values: Float32Array }

const fullSide = 128
const reach = 7
const sigma = 1.7

/**
 * Void-and-cluster mask (Ulichney 1993): at every tone its grains keep their distance from one another. It takes half a
 * second for 128 pixels, and each seed gives one mask.
 */
function createMask(seed: number, side: number): Float32Array {
  const count = side * side
  const isOn = new Uint8Array(count)
  const energy = new Float64Array(count)
  const rank = new Uint32Array(count)
  let state = seed
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296
  const kernel: [x: number, y: number, weight: number][] = []
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++)
      kernel.push([x, y, Math.exp(-(x * x + y * y) / (2 * sigma * sigma))])
  const set = (index: number, value: 0 | 1) => {
    isOn[index] = value
    const column = index % side
    const row = Math.floor(index / side)
    const sign = value === 1 ? 1 : -1
    for (const [x, y, weight] of kernel)
      energy[((row + y + side) % side) * side + ((column + x + side) % side)]! += sign * weight
  }
  const tightestCluster = () => findExtreme(energy, isOn, 1)
  const largestVoid = () => findExtreme(energy, isOn, 0)

  const first = Math.round(count / 10)
  for (let placed = 0; placed < first;) {
    const index = Math.floor(random() * count)
    if (isOn[index] === 1) continue
    energy[index]! += random() * 1e-6
    set(index, 1)
    placed += 1
  }
  for (;;) {
    const cluster = tightestCluster()
    set(cluster, 0)
    const space = largestVoid()
    set(space, 1)
    if (cluster === space) break
  }
  const [startOn, startEnergy] = [isOn.slice(), energy.slice()]
  for (let next = first - 1; next >= 0; next--) {
    const cluster = tightestCluster()
    set(cluster, 0)
    rank[cluster] = next
  }
  isOn.set(startOn)
  energy.set(startEnergy)
  for (let next = first; next < count; next++) {
    const space = largestVoid()
    set(space, 1)
    rank[space] = next
  }
  return Float32Array.from(rank, (each) => (each + 0.5) / count)
}

/** The point with the most energy among the set ones, or with the least among the others. */
function findExtreme(energy: Float64Array, isOn: Uint8Array, value: 0 | 1): number {
  const sign = value === 1 ? 1 : -1
  let found = -1
  let extreme = -Infinity
  for (let index = 0; index < energy.length; index++)
    if (isOn[index] === value && sign * energy[index]! > extreme) {
      extreme = sign * energy[index]!
      found = index
    }
  return found
}

const bases = new Map<number, Float32Array>()
const enlarged = new Map<string, Mask>()

function remembered<Key, Value>(values: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = values.get(key) ?? create()
  values.set(key, value)
  return value
}

/**
 * The mask with grains of so many pixels: enlarged by a cubic curve and ranked again, so that grains are round and tones
 * exact. A mask with a shorter side takes less time to create, and repeats sooner.
 */
export function grainMask(grain: number, side = fullSide): Mask {
  const base = remembered(bases, side, () => createMask(20050901, side))
  if (grain === 1) return { side, values: base }
  return remembered(enlarged, `${side} ${grain}`, () => enlarge(base, side, Math.round(side * grain)))
}

/** Weights of four neighbours at a share of the way between the middle two (Catmull-Rom). */
const cubicWeights = (t: number) => [
  ((-0.5 * t + 1) * t - 0.5) * t,
  (1.5 * t - 2.5) * t * t + 1,
  ((-1.5 * t + 2) * t + 0.5) * t,
  (0.5 * t - 0.5) * t * t,
]

function enlarge(values: Float32Array, side: number, width: number): Mask {
  const scale = side / width
  const wide = new Float32Array(width * side)
  const large = new Float32Array(width * width)
  for (let x = 0; x < width; x++) {
    const from = Math.floor(x * scale)
    const weights = cubicWeights(x * scale - from)
    for (let y = 0; y < side; y++)
      wide[y * width + x] = weights.reduce(
        (sum, weight, tap) => sum + weight * values[y * side + ((from + tap - 1 + side) % side)]!,
        0,
      )
  }
  for (let y = 0; y < width; y++) {
    const from = Math.floor(y * scale)
    const weights = cubicWeights(y * scale - from)
    for (let x = 0; x < width; x++)
      large[y * width + x] = weights.reduce(
        (sum, weight, tap) => sum + weight * wide[((from + tap - 1 + side) % side) * width + x]!,
        0,
      )
  }
  const order = Uint32Array.from(large, (_, index) => index).sort((a, b) => large[a]! - large[b]!)
  const ranked = new Float32Array(width * width)
  order.forEach((index, rank) => {
    ranked[index] = (rank + 0.5) / order.length
  })
  return { side: width, values: ranked }
}
