import type { ReactNode } from 'react'

/** A page that a letter leads to: one question, one button. */
export function LetterPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="wrap section-above section-below letter-page">
      <h1 className="display h-section">{heading}</h1>
      {children}
    </div>
  )
}
