import type { ReactNode } from 'react'
import { DemoRibbon } from '#app/frame/demo-ribbon.tsx'
import { NavigationBar } from '#app/frame/navigation-bar.tsx'
import { ConfirmAddressBanner } from './confirm-address-banner.tsx'
import { SecondFactorBanner } from './second-factor-banner.tsx'
import { SideMenu, TabBar } from './side-menu.tsx'
import { SkipLink } from '#app/frame/skip-link.tsx'
import type { LayoutProps, Viewer } from '#app/frame/viewer.ts'

/** The payment page has no banners, and no tab bar that could cover its button on phones. */
const isPaying = (path: string) => path.startsWith('/dashboard/payment/')

type Props = LayoutProps & {
  viewer: Viewer
  unprovedAddress: string | null
  needsSecondFactor: boolean
  children: ReactNode
}

export function DashboardLayout({ viewer, club, path, unprovedAddress, needsSecondFactor, children }: Props) {
  return (
    <>
      <SkipLink />
      {club.demo && <DemoRibbon />}
      <NavigationBar viewer={viewer} club={club} path={path} full />
      {unprovedAddress !== null && !isPaying(path) && <ConfirmAddressBanner email={unprovedAddress} />}
      {unprovedAddress === null && needsSecondFactor && !path.endsWith('/secondFactor') && (
        <SecondFactorBanner />
      )}
      <div className="dash">
        <SideMenu viewer={viewer} path={path} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      {!isPaying(path) && <TabBar viewer={viewer} club={club} path={path} />}
    </>
  )
}
