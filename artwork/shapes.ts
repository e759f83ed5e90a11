// Plain SVG 1.1 elements as text. Lengths are user units of the sheet, angles are radians.

export type Point = readonly [x: number, y: number]
type Cap = 'butt' | 'round'
type Join = 'miter' | 'round'

/** One decimal is enough for print and keeps the files small. */
export const roundToTenth = (value: number): number => Number(value.toFixed(1))

export const fullTurn = Math.PI * 2

/** The point at an angle on a circle. */
export function pointOnCircle(x: number, y: number, radius: number, angle: number): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

/** A rectangle; without a fill it serves as the outline of a clip. */
export function rectangle(x: number, y: number, width: number, height: number, fill?: string): string {
  const paint = fill ? ` fill="${fill}"` : ''
  return `<rect x="${roundToTenth(x)}" y="${roundToTenth(y)}" width="${roundToTenth(width)}" height="${roundToTenth(height)}"${paint}/>`
}

/** A filled circle; without a fill it serves as the outline of a clip. */
export function disc(x: number, y: number, radius: number, fill?: string): string {
  const paint = fill ? ` fill="${fill}"` : ''
  return `<circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${roundToTenth(radius)}"${paint}/>`
}

export function ring(x: number, y: number, radius: number, thickness: number, ink: string): string {
  return `<circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${roundToTenth(radius)}" fill="none" stroke="${ink}" stroke-width="${roundToTenth(thickness)}"/>`
}

/** A filled outline; without a fill it serves as the outline of a clip. */
export function path(data: string, fill?: string): string {
  return `<path d="${data}"${fill ? ` fill="${fill}"` : ''}/>`
}

export function stroke(
  data: string,
  thickness: number,
  ink: string,
  cap: Cap = 'butt',
  join: Join = 'miter',
): string {
  return `<path d="${data}" fill="none" stroke="${ink}" stroke-width="${roundToTenth(thickness)}" stroke-linecap="${cap}" stroke-linejoin="${join}" stroke-miterlimit="12"/>`
}

/** `x y`, as a path's data wants it. */
const formatPoint = ([x, y]: Point): string => `${roundToTenth(x)} ${roundToTenth(y)}`

/** The path data of straight lines through the points, open. */
export const linePath = (points: readonly Point[]): string => `M${points.map(formatPoint).join('L')}`

export function polygon(points: readonly Point[], fill?: string): string {
  return path(`${linePath(points)}Z`, fill)
}

/** Part of a circle's line, from one angle to another in the direction they name. */
export function arc(
  centre: Point,
  radius: number,
  from: number,
  to: number,
  thickness: number,
  ink: string,
): string {
  const start = pointOnCircle(...centre, radius, from)
  const end = pointOnCircle(...centre, radius, to)
  const large = Math.abs(to - from) > Math.PI ? 1 : 0
  const sweep = to > from ? 1 : 0
  const data = `M${formatPoint(start)}A${roundToTenth(radius)} ${roundToTenth(radius)} 0 ${large} ${sweep} ${formatPoint(end)}`
  return stroke(data, thickness, ink)
}

/** The four corners of a wedge between two radii and two angles. */
export function wedge(centre: Point, inner: number, outer: number, from: number, to: number): Point[] {
  return [
    pointOnCircle(...centre, inner, from),
    pointOnCircle(...centre, outer, from),
    pointOnCircle(...centre, outer, to),
    pointOnCircle(...centre, inner, to),
  ]
}

/** Mirrors a drawing left to right within a width. */
export function mirrored(drawing: string, width: number): string {
  return `<g transform="translate(${width} 0) scale(-1 1)">${drawing}</g>`
}
