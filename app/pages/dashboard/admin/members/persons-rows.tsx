import type { ReactNode } from 'react'
import { classNames } from '#app/components/class-names.ts'

type PartProps = { heading: string; empty: string; count: number; note?: string; children: ReactNode }

/** A part of somebody's page, or the sentence that there is nothing of it. */
export function Part({ heading, empty, count, note, children }: PartProps) {
  return (
    <section className="panel">
      <header>
        <h2>{heading}</h2>
        {note && count > 0 && <span className="note">{note}</span>}
      </header>
      {count === 0 ? <p className="note">{empty}.</p> : children}
    </section>
  )
}

type RowProps = {
  /** A dot that stands before it. */
  mark?: ReactNode
  what: ReactNode
  says: ReactNode
  /** A number or a date at the right, with a word below it. */
  number?: ReactNode
  below?: ReactNode
  children?: ReactNode
}

/** What happened or is so: its name over one sentence, at the right a number and what can be done. */
export function PersonsRow({ mark, what, says, number, below, children }: RowProps) {
  return (
    <li className={classNames(Boolean(mark) && 'marked')}>
      {mark}
      <div>
        <b className="anywhere">{what}</b>
        <p className="anywhere">{says}</p>
      </div>
      {number && (
        <span className="number">
          {number}
          {below && <small>{below}</small>}
        </span>
      )}
      {children}
    </li>
  )
}
