import type { ReactNode } from 'react'
import { DemoRibbon, OpeningRibbon } from './demo-ribbon.tsx'
import { Footer } from './footer.tsx'
import { GuardianBanner } from './guardian-banner.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { SkipLink } from './skip-link.tsx'
import type { LayoutProps } from './viewer.ts'

export function PageLayout({ viewer, club, path, children }: LayoutProps & { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      {club.demo && <DemoRibbon />}
      {club.opensOn && <OpeningRibbon day={club.opensOn} />}
      <NavigationBar viewer={viewer} club={club} path={path} />
      {viewer?.actedFor && <GuardianBanner name={viewer.name} isPublic />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer club={club} path={path} />
    </>
  )
}
