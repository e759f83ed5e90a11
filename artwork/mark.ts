import { inks } from './inks.ts'

const size = 28

const court = (colour: string) =>
  `<rect x="1.5" y="1.5" width="25" height="25" fill="none" stroke="${colour}" stroke-width="3"/>` +
  `<circle cx="17.5" cy="17.5" r="5.5" fill="${colour}"/>`

/** The club's mark, a court with one dot in it, of the given width and with its corner at a point. */
export function markAt(x: number, y: number, width: number, colour: string): string {
  return `<g transform="translate(${x} ${y}) scale(${width / size})">${court(colour)}</g>`
}

/** The mark for a browser's tab: ink, or chalk where the browser is dark. */
export function favicon(): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">` +
    `<style>:root{color:${inks.ink}}@media (prefers-color-scheme:dark){:root{color:${inks.chalk}}}</style>` +
    `${court('currentColor')}</svg>\n`
  )
}

/** The mark on volt. `share` is how much of the square it takes: systems that round icons cut the edge. */
export function icon(pixels: number, share: number): string {
  const edge = (size * (1 - share)) / 2
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}">` +
    `<rect width="${size}" height="${size}" fill="${inks.volt}"/>${markAt(edge, edge, size * share, inks.ink)}</svg>`
  )
}
