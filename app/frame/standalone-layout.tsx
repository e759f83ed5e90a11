import type { ReactNode } from 'react'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { Brand } from './brand.tsx'
import { DemoRibbon } from './demo-ribbon.tsx'
import { SkipLink } from './skip-link.tsx'

/** The layout of sign-in pages: a poster at the left, a form at the right; on phones only the form. */
export function StandaloneLayout({
  club,
  poster,
  children,
}: {
  club: ClubFacts
  /** An <img>, a <Picture> with `className="poster"` or an <svg>. */
  poster: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <SkipLink />
      {club.demo && <DemoRibbon />}
      <div className="split">
        <header className="art">
          <div className="poster-half" aria-hidden="true">
            {poster}
          </div>
          <div className="over">
            <Brand name={club.name} />
          </div>
        </header>
        <main className="form" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  )
}
