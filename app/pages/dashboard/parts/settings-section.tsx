import { useId, type ReactNode } from 'react'

type Props = {
  heading: string
  note: string
  /** Where other pages lead to it by its name: `#money`. */
  anchor?: string
  children: ReactNode
}

/** A part of the settings: what it is, where it is shown, and its fields. */
export function SettingsSection({ heading, note, anchor, children }: Props) {
  const id = useId()
  return (
    <section className="settings-section" id={anchor} aria-labelledby={id}>
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
