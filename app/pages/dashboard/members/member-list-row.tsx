import type { ReactNode } from 'react'
import { classNames } from '#app/components/class-names.ts'

type MemberSectionProps = {
  heading: string
  empty: string
  count: number
  note?: string
  children: ReactNode
}

/** A part of somebody's page, or the sentence that there is nothing of it. */
export function MemberSection({ heading, empty, count, note, children }: MemberSectionProps) {
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
  title: ReactNode
  text: ReactNode
  /** A number or a date at the right, with a word below it. */
  number?: ReactNode
  below?: ReactNode
  children?: ReactNode
}

/** What happened or is so: its name over one sentence, at the right a number and what can be done. */
export function MemberListRow({ mark, title, text, number, below, children }: RowProps) {
  return (
    <li className={classNames(Boolean(mark) && 'marked')}>
      {mark}
      <div>
        <b className="anywhere">{title}</b>
        <p className="anywhere">{text}</p>
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
