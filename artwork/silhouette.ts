import { ground } from './ground.ts'
import { inks } from './inks.ts'

/** Generic head and shoulders for a trainer without a picture. 4:5, as SVG text. */
export function silhouette(width: number): string {
  const line = `fill="${inks.chalk}" stroke="${inks.ink}" stroke-width="12"`
  const shoulders = `<path d="M90 1020C100 780 230 690 400 690S700 780 710 1020Z" ${line}/>`
  const head = `<circle cx="400" cy="430" r="165" fill="${inks.ink}"/>`
  return ground({
    seed: 'somebody',
    width,
    pattern: 'court',
    inkPair: 2,
    figure: shoulders + head,
  })
}
