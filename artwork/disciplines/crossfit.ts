import type { Shade } from '#artwork/canvas.ts'
import type { ThreeInks } from '#artwork/inks.ts'
import { disc, path, polygon, rectangle, roundToTenth } from '#artwork/shapes.ts'
import type { Discipline } from './discipline.ts'

const kinds = ['quarter', 'bars', 'half', 'triangle', 'rings', 'cross', 'solid'] as const
type Kind = (typeof kinds)[number]

/** Never the same board twice. */
export const crossfit: Discipline = (canvas, random, inks) => {
  const { width, height } = canvas
  const side = canvas.longSide / 3.4
  const left = -side * random.between(0.2, 0.4)
  const top = -side * random.between(0.15, 0.3)
  const columns = Math.ceil((width - left) / side)
  const rows = Math.ceil((height - top) / side)
  const marked = { column: Math.min(columns - 1, 1), row: Math.min(rows - 1, 1) }

  const pieces: string[] = []
  const shades: Shade[] = []
  let above: Kind[] = []
  let last: Kind | undefined
  for (let row = 0; row < rows; row++) {
    const current: Kind[] = []
    for (let column = 0; column < columns; column++) {
      let kind: Kind
      do kind = random.pick(kinds)
      while (kind === last || kind === above[column])
      last = kind
      current.push(kind)
      const quarterTurns = random.integer(0, 3)
      const [x, y] = [left + column * side, top + row * side]
      if (column === marked.column && row === marked.row) {
        pieces.push(rectangle(x, y, side + 0.5, side + 0.5, inks.accent))
        pieces.push(disc(x + side / 2, y + side / 2, side * 0.27, inks.ground))
        continue
      }
      pieces.push(piece[kind](x, y, side, inks, quarterTurns * 90))
      if (kind === 'solid') {
        const clip = rectangle(x, y, side, side)
        shades.push({ clip, from: [x, y], to: [x + side * 0.9, y + side * 0.9], strength: 0.86 })
      }
    }
    above = current
  }
  const toned = shades.length > 0 ? canvas.tone(inks.ground, ...shades) : ''
  return pieces.join('') + toned
}

type Piece = (x: number, y: number, side: number, inks: ThreeInks, degrees: number) => string

function turned(x: number, y: number, side: number, degrees: number, drawing: string): string {
  return `<g transform="rotate(${degrees} ${roundToTenth(x + side / 2)} ${roundToTenth(y + side / 2)})">${drawing}</g>`
}

/** A half disc hanging from the line that starts at the point. */
function halfDisc(x: number, y: number, side: number, ink: string): string {
  const radius = roundToTenth(side / 2)
  return path(
    `M${roundToTenth(x)} ${roundToTenth(y)}h${roundToTenth(side)}a${radius} ${radius} 0 0 1 ${roundToTenth(-side)} 0z`,
    ink,
  )
}

const piece: Record<Kind, Piece> = {
  quarter: (x, y, side, { mass }, degrees) => {
    const length = roundToTenth(side)
    const data = `M${roundToTenth(x)} ${roundToTenth(y)}h${length}a${length} ${length} 0 0 1 ${-length} ${length}z`
    return turned(x, y, side, degrees, path(data, mass))
  },
  half: (x, y, side, { mass }, degrees) =>
    turned(x, y, side, degrees, halfDisc(x, y, side, mass) + halfDisc(x, y + side / 2, side, mass)),
  triangle: (x, y, side, { mass }, degrees) => {
    const corners = [[x, y] as const, [x + side, y] as const, [x, y + side] as const]
    return turned(x, y, side, degrees, polygon(corners, mass))
  },
  bars: (x, y, side, { mass }, degrees) => {
    const bars = [0, 1, 2, 3].map((bar) => rectangle(x, y + (bar * side) / 4, side, side / 8, mass))
    return turned(x, y, side, degrees, bars.join(''))
  },
  rings: (x, y, side, { ground, mass }) =>
    disc(x + side / 2, y + side / 2, side * 0.5, mass) +
    disc(x + side / 2, y + side / 2, side * 0.34, ground) +
    disc(x + side / 2, y + side / 2, side * 0.18, mass),
  cross: (x, y, side, { mass }) =>
    rectangle(x + side * 0.35, y, side * 0.3, side, mass) +
    rectangle(x, y + side * 0.35, side, side * 0.3, mass),
  solid: (x, y, side, { mass }) => rectangle(x, y, side, side, mass),
}
