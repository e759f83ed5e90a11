import type { ReactNode } from 'react'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { classNames } from './class-names.ts'
import { Avatar } from './picture.tsx'

/**
 * Where a cell goes when the table has no room for columns. On tablets a row is
 *
 *     face  name   says  number  act
 *           under  adds  tail
 *
 * and on phones, line by line: name and number, says and tail, adds, under, with the act below the number. `wide`
 * waits for a wide screen.
 */
export type CellPlacement = 'face' | 'name' | 'under' | 'says' | 'adds' | 'number' | 'tail' | 'act' | 'wide'

export type Column<Row> = {
  name: string
  cell: (row: Row, index: number) => ReactNode
  place: CellPlacement
  /** Without the heading above it the value needs its name before it. */
  labelled?: boolean
  /**
   * Numbers stand right, `pad` keeps them off the next column; `first` is what a row is called; `strong` and
   * `muted` set the tone.
   */
  look?:
    | 'right'
    | 'right strong'
    | 'right muted'
    | 'right pad'
    | 'strong'
    | 'first'
    | 'strong first'
    | 'muted'
}

type Props<Row> = {
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What the table shows, for those who do not see the heading above it. */
  caption: string
  tall?: boolean
  /** A table of figures stays one: only its `wide` columns leave. */
  figures?: boolean
  foot?: ReactNode
}

/** A table where there is room for one, and the same rows in two to four lines where there is not. */
export function Table<Row>({ columns, rows, keyOf, caption, tall, figures, foot }: Props<Row>) {
  return (
    <div className="table-room">
      <table className={classNames('table', figures ? 'numeric-table' : 'folds', tall && 'tall')}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, look, place }) => (
              <th
                key={name}
                scope="col"
                data-place={place}
                className={look?.replace(/ ?(strong|muted) ?/, '') || undefined}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, look, place, labelled, cell }) => (
                <td key={name} data-place={place} data-label={labelled ? name : undefined} className={look}>
                  {cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}

/** A person in a cell: face and name. */
export function PersonCell({ portrait, children }: { portrait: Portrait | null; children: ReactNode }) {
  return (
    <span className="who">
      <Avatar portrait={portrait} />
      <span>{children}</span>
    </span>
  )
}
