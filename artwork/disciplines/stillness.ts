import { disc, rectangle, ring, roundToTenth, stroke } from '#artwork/shapes.ts'
import type { Discipline } from './discipline.ts'

/** A single line, taken slowly. */
export const yoga: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, shortSide } = canvas
  const shift = random.between(-0.03, 0.03)
  const thickness = shortSide * 0.165
  const sun = { x: width * (0.66 + shift), y: height * 0.98, radius: canvas.longSide * 0.34 }
  const at = (across: number, down: number) =>
    `${roundToTenth(width * across)} ${roundToTenth(height * down)}`
  const line =
    `M${at(-0.1, 0.86)}C${at(0.12, 0.86)} ${at(0.1, 0.16)} ${at(0.38 + shift, 0.16)}` +
    `S${at(0.5, 0.74)} ${at(0.72, 0.74)}S${at(0.86, 0.3)} ${at(1.12, 0.22)}`
  const inner = [1, 2, 3].map((index) =>
    stroke(line, thickness * (0.62 - index * 0.16), index % 2 ? ground : mass, 'round', 'round'),
  )
  return [
    disc(sun.x, sun.y, sun.radius, accent),
    canvas.tone(ground, {
      clip: disc(sun.x, sun.y, sun.radius),
      from: [sun.x, sun.y],
      to: [sun.x, sun.y - sun.radius],
      strength: 0.8,
    }),
    stroke(line, thickness, mass, 'round', 'round'),
    ...inner,
    disc(width * (0.74 + shift), height * 0.33, shortSide * 0.095, mass),
  ].join('')
}

/** Breath in, breath out, and the floor. */
export const meditation: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, shortSide } = canvas
  const x = width * random.between(0.46, 0.54)
  const floor = height * 0.62
  const radius = shortSide * random.between(0.43, 0.47)
  const breaths = [3, 2, 1].map((index) =>
    ring(x, floor, radius + index * shortSide * 0.085, shortSide * (0.03 - index * 0.006), mass),
  )
  const reflections = Array.from({ length: 6 }, (_, index) => {
    const depth = index / 6
    const y = floor + shortSide * 0.03 + (height - floor) * depth * 1.02
    const half = radius * (1.7 - Math.abs(index - 1.5) * 0.28) * (index % 2 ? 0.82 : 1)
    return rectangle(x - half, y, half * 2, shortSide * (0.014 + depth * 0.034), index % 2 ? accent : mass)
  })
  return [
    ...breaths,
    disc(x, floor, radius, mass),
    canvas.tone(accent, {
      clip: disc(x, floor, radius),
      from: [x, floor - radius * 0.05],
      to: [x, floor - radius * 0.95],
      strength: 0.9,
    }),
    rectangle(0, floor, width, height, ground),
    ...reflections,
    disc(x, floor - shortSide * 0.1, shortSide * 0.1, ground),
  ].join('')
}

/** A spring, opened with control. */
export const pilates: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, shortSide } = canvas
  const coils = 9
  const tilt = random.between(-0.2, -0.14)
  const drawing = [disc(width * 0.77, height * 0.5, shortSide * 0.135, accent)]
  let x = width * -0.02
  for (let index = 0; index < coils; index++) {
    const opened = index / (coils - 1)
    const y = height * 0.54 + (x - width / 2) * tilt
    const radii = `rx="${roundToTenth(shortSide * (0.1 + 0.12 * opened))}" ry="${roundToTenth(shortSide * (0.3 + 0.12 * opened))}"`
    drawing.push(
      `<ellipse cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" ${radii} transform="rotate(14 ${roundToTenth(x)} ${roundToTenth(y)})" fill="none" stroke="${mass}" stroke-width="${roundToTenth(shortSide * (0.018 + 0.03 * opened))}"/>`,
    )
    x += width * (0.05 + 0.125 * opened)
  }
  drawing.push(
    canvas.tone(ground, {
      clip: rectangle(0, 0, width, height),
      from: [-width * 0.1, 0],
      to: [width * 0.4, 0],
      strength: 0.62,
    }),
  )
  return drawing.join('')
}
