import type { ComponentProps, ReactNode } from 'react'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { classNames } from './class-names.ts'
import { Face } from './picture.tsx'

export type Column<Row> = {
  /** The heading; on phones it labels the value. */
  name: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers stand right, `pad` keeps them off the next column; `strong` and `muted` set the tone. */
  look?: 'right' | 'right strong' | 'right muted' | 'right pad' | 'strong' | 'muted'
}

type Props<Row> = {
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What the table shows, for those who do not see the heading above it. */
  caption: string
  /** On phones: `labels` puts a label before each value, `stackable` stacks a person's, `ledger` makes two lines. */
  fold?: 'labels' | 'stackable' | 'ledger'
  tall?: boolean
  foot?: ReactNode
}

export function Table<Row>({ columns, rows, keyOf, caption, fold = 'labels', tall, foot }: Props<Row>) {
  return (
    <table className={classNames('table', fold, tall && 'tall')}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, look }) => (
            <th
              key={name}
              scope="col"
              className={look?.replace(/ (strong|muted)/, '').replace(/^(strong|muted)$/, '') || undefined}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, look, cell }) => (
              <Cell key={name} label={name} className={look}>
                {cell(row, index)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}

/** A cell that knows its column's name, for phones. */
export function Cell({ label, ...rest }: ComponentProps<'td'> & { label: string }) {
  return <td data-l={label} {...rest} />
}

/** A person in a cell: face and name. */
export function Who({ portrait, children }: { portrait: Portrait | null; children: ReactNode }) {
  return (
    <span className="who">
      <Face portrait={portrait} />
      <span>{children}</span>
    </span>
  )
}
