import {
  disc,
  polygon,
  rectangle,
  ring,
  roundToTenth,
  stroke,
  linePath,
  type Point,
} from '#artwork/shapes.ts'
import type { Discipline } from './discipline.ts'

/** Plates on a bar, seen end on. The dot is under the bar. */
export const strength: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, longSide, shortSide } = canvas
  const radius = Math.min(longSide * 0.53, width * 0.62) * random.between(0.97, 1.03)
  const x = width * random.between(0.08, 0.13)
  const y = height * random.between(0.44, 0.5)
  const bar = shortSide * 0.055
  const grooves: readonly [at: number, thickness: number][] = [
    [0.86, 0.012],
    [0.66, 0.03],
    [0.62, 0.008],
    [0.36, 0.012],
  ]
  const edge = x + radius
  return [
    rectangle(x, y - bar / 2, width * 1.2, bar, mass),
    disc(x, y, radius, mass),
    canvas.tone(ground, {
      clip: disc(x, y, radius),
      from: [x - radius * 0.2, y - radius],
      to: [x + radius * 0.2, y - radius * 0.05],
      strength: 0.62,
    }),
    ...grooves.map(([at, thickness]) => ring(x, y, radius * at, longSide * thickness, ground)),
    disc(x, y, radius * 0.2, ground),
    disc(x, y, radius * 0.12, mass),
    rectangle(edge + shortSide * 0.045, y - shortSide * 0.2, shortSide * 0.06, shortSide * 0.4, mass),
    rectangle(edge + shortSide * 0.125, y - shortSide * 0.12, shortSide * 0.04, shortSide * 0.24, mass),
    disc(width * 0.86, y + shortSide * 0.335, shortSide * 0.095, accent),
  ].join('')
}

/** A bell, picked up and put down again. */
export const functional: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, shortSide } = canvas
  const x = width * random.between(0.54, 0.6)
  const y = height * 0.86
  const radius = shortSide * 1.04 * 0.47
  const grip = y - radius * 1.12
  const at = (across: number, down: number) => `${roundToTenth(x + radius * across)} ${roundToTenth(down)}`
  const handle =
    `M${at(-0.6, y - radius * 0.55)}` +
    `C${at(-0.92, grip - radius * 0.55)} ${at(-0.5, grip - radius * 0.62)} ${at(0, grip - radius * 0.62)}` +
    `S${at(0.92, grip - radius * 0.55)} ${at(0.6, y - radius * 0.55)}`
  const strokes = [0.26, 0.16, 0.22, 0.1]
  return [
    stroke(handle, radius * 0.3, mass, 'butt', 'round'),
    disc(x, y, radius, mass),
    canvas.tone(accent, {
      clip: disc(x, y, radius),
      from: [x - radius * 0.9, y - radius * 0.7],
      to: [x + radius * 0.3, y + radius * 0.2],
      strength: 0.86,
    }),
    disc(x + radius * 0.12, y + radius * 0.02, radius * 0.36, ground),
    disc(x, grip - radius * 0.02, shortSide * 0.1, accent),
    ...strokes.map((length, line) =>
      rectangle(-10, height * (0.12 + line * 0.07), width * length, shortSide * 0.022, mass),
    ),
  ].join('')
}

/** A column cut from one block. */
export const sculpting: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { height, shortSide } = canvas
  const x = canvas.width * random.between(0.42, 0.48)
  const wide = shortSide * 0.43
  const thin = shortSide * 0.17
  const unit = height / 2.25
  const top = height * -0.3
  const ridge = (y: number): Point[] => [
    [x + thin * 0.2, y],
    [x - wide * 0.12, y + unit * 0.56],
    [x + thin * 0.2, y + unit],
  ]
  const blocks = [0, 1, 2, 3].map((index) => {
    const y = top + index * unit
    const reach = wide * (index === 1 ? 1.12 : 1)
    const outer = (side: 1 | -1): Point[] => [
      [x + side * thin, y + unit],
      [x + side * reach, y + unit * 0.56],
      [x + side * thin, y],
    ]
    return { y, left: [...ridge(y), ...outer(-1)], right: [...ridge(y), ...outer(1)] }
  })
  const shades = blocks.map(({ y, right }) => ({
    clip: polygon(right),
    from: [x + wide * 1.1, y + unit * 0.2] as const,
    to: [x - wide * 0.5, y + unit * 0.7] as const,
    strength: 1,
  }))
  return [
    ...blocks.map(({ left, right }) => polygon(left, mass) + polygon(right, mass)),
    canvas.tone(ground, ...shades),
    ...blocks.map(
      ({ y }) =>
        stroke(linePath(ridge(y)), shortSide * 0.012, ground) +
        rectangle(x - thin * 1.02, y - shortSide * 0.006, thin * 2.04, shortSide * 0.012, ground),
    ),
    disc(x + wide * 0.95, top + unit * 2, shortSide * 0.105, accent),
  ].join('')
}

/** Two blocks, one instant. */
export const boxing: Discipline = (canvas, random, { ground, mass, accent }) => {
  const { width, height, shortSide } = canvas
  const x = width * random.between(0.48, 0.53)
  const y = height * 0.62
  const tilt = random.between(15, 19)
  const length = canvas.longSide * 0.95
  const thickness = shortSide * 0.6
  const block = (left: number, top: number, reach: number, turn: number) =>
    `<rect x="${roundToTenth(left)}" y="${roundToTenth(top)}" width="${roundToTenth(reach)}" height="${roundToTenth(thickness)}" transform="rotate(${roundToTenth(turn)} ${roundToTenth(x)} ${roundToTenth(y)})"/>`
  const left = block(x - length, y - thickness * 0.6, length + shortSide * 0.17, -tilt)
  const right = block(x - shortSide * 0.17, y - thickness * 0.36, length, tilt * 0.62)
  const drawing = [
    `<g fill="${mass}">${left}</g>`,
    canvas.tone(ground, {
      clip: left,
      from: [x - length * 0.62, y],
      to: [x - length * 0.06, y],
      strength: 0.9,
    }),
    `<g fill="${accent}">${right}</g>`,
    canvas.tone(ground, {
      clip: right,
      from: [x + length * 0.66, y],
      to: [x + length * 0.1, y],
      strength: 0.9,
    }),
  ]
  const [insideLeft, insideRight] = [canvas.uniqueId('l'), canvas.uniqueId('r')]
  canvas.definitions.push(
    `<clipPath id="${insideLeft}">${left}</clipPath>`,
    `<clipPath id="${insideRight}">${right}</clipPath>`,
  )
  const bands = Array.from({ length: 18 }, (_, index) =>
    rectangle(-shortSide, (index - 9) * shortSide * 0.075, shortSide * 2, shortSide * 0.0375, mass),
  )
  drawing.push(
    `<g clip-path="url(#${insideLeft})"><g clip-path="url(#${insideRight})">${rectangle(0, 0, width, height, ground)}`,
    `<g transform="translate(${roundToTenth(x)} ${roundToTenth(y)}) rotate(${roundToTenth(-tilt * 0.5 + 90)})">${bands.join('')}</g></g></g>`,
    disc(x + shortSide * 0.06, y - thickness * 0.6 - shortSide * 0.24, shortSide * 0.105, accent),
  )
  return drawing.join('')
}
