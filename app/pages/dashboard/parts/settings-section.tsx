import { useId, type ReactNode } from 'react'

type Props = {
  heading: string
  note: string
  /** Fragment that other pages link to: `money`. */
  anchor?: string
  children: ReactNode
}

/** A section of a settings page: heading and note at the left, fields at the right. */
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
