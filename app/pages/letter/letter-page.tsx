import type { ReactNode } from 'react'

/** A landing page for links in emails: one question, one button. */
export function LetterPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="wrap section-above section-below letter-page">
      <h1 className="display h-section">{heading}</h1>
      {children}
    </div>
  )
}
