import { useId, type ReactNode } from 'react'

/** A part of the settings: what it is, where it is shown, and its fields. */
export function Part({ heading, note, children }: { heading: string; note: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="settings-part" aria-labelledby={id}>
      <div>
        <h2 className="head" id={id}>
          {heading}
        </h2>
        <p className="note">{note}</p>
      </div>
      <div className="stack">{children}</div>
    </section>
  )
}
