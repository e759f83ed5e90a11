import type { ReactNode } from 'react'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { classNames } from './join-class-names.ts'
import { Avatar } from './picture.tsx'

/**
 * The placement of a cell when the table is too narrow for columns. On tablets a row is
 *
 *     face  name   says  number  act
 *           under  adds  tail
 *
 * and on phones, line by line: name and number, says and tail, adds, under, with the act below the number.
 * `wide` cells show on wide screens only.
 */
export type CellPlacement = 'face' | 'name' | 'under' | 'says' | 'adds' | 'number' | 'tail' | 'act' | 'wide'

export type Column<Row> = {
  name: string
  cell: (row: Row, index: number) => ReactNode
  place: CellPlacement
  /** Whether the column's name stands before the value where there is no heading. */
  labelled?: boolean
  /**
   * `right` aligns numbers, `pad` separates them from the next column, `first` marks the row header, `strong`
   * and `muted` set the tone.
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
  /** The accessible name of the table. */
  caption: string
  tall?: boolean
  /** A numeric table never folds; narrow screens hide its `wide` columns. */
  figures?: boolean
  foot?: ReactNode
}

/** A table that folds each row into two to four lines on narrow screens. */
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

export function PersonCell({ portrait, children }: { portrait: Portrait | null; children: ReactNode }) {
  return (
    <span className="who">
      <Avatar portrait={portrait} />
      <span>{children}</span>
    </span>
  )
}
