import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { DemoRibbon } from './demo-ribbon.tsx'
import { SkipLink } from './skip-link.tsx'
import type { ClubFacts } from '#domain/club/club.rules.ts'

/** Signing in and up: a poster at the left, the form at the right; on phones the form alone. */
export function StandaloneLayout({
  club,
  poster,
  children,
}: {
  club: ClubFacts
  /** An <img>, a <Picture> with `className="poster"` or an <svg>; it fills its half. */
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
