import type { ReactNode } from 'react'
import { classNames } from '#app/components/join-class-names.ts'

type MemberSectionProps = {
  heading: string
  empty: string
  count: number
  note?: string
  children: ReactNode
}

/** A section of a person's page, with the sentence `empty` if it has no rows. */
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
  /** A dot before the row. */
  mark?: ReactNode
  title: ReactNode
  text: ReactNode
  /** Of the title, where it is not that of the page. */
  lang?: string | undefined
  /** A number or a date at the right; `below` is set under it. */
  number?: ReactNode
  below?: ReactNode
  children?: ReactNode
}

/** A row of a person's page: title over text, at the right a number and actions. */
export function MemberListRow({ mark, title, text, lang, number, below, children }: RowProps) {
  return (
    <li className={classNames(Boolean(mark) && 'marked')}>
      {mark}
      <div>
        <b className="anywhere" lang={lang}>
          {title}
        </b>
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
