import { KeyRound, LogOut, Search } from 'lucide'
import type { MouseEventHandler, ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { DemoRibbon } from '#app/frame/demo-ribbon.tsx'
import { GuardianBanner } from '#app/frame/guardian-banner.tsx'
import { NavigationBar } from '#app/frame/navigation-bar.tsx'
import { SkipLink } from '#app/frame/skip-link.tsx'
import { ThemeSwitch } from '#app/frame/theme-switch.tsx'
import type { LayoutProps, Viewer } from '#app/frame/viewer.ts'
import { UnsentTaps } from '#app/pages/dashboard/arrivals/unsent-taps.tsx'
import { texts } from '#copy/texts.ts'
import type { MenuCounts } from '#domain/overview/menu-counts.server.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { ConfirmAddressBanner } from './confirm-address-banner.tsx'
import { SecondFactorBanner } from './second-factor-banner.tsx'
import { SectionTabs, SideMenu, TabBar } from './side-menu.tsx'
import { useFindDialog } from './use-find-dialog.tsx'

/** The payment page has no banners, and no tab bar that could cover its button on phones. */
const isPaying = (path: string) => path.startsWith('/dashboard/payment/')

type Props = LayoutProps & {
  viewer: Viewer
  unprovedAddress: string | null
  needsSecondFactor: boolean
  menuCounts: MenuCounts | null
  children: ReactNode
}

export function DashboardLayout(props: Props) {
  const { viewer, club, path, unprovedAddress, needsSecondFactor, menuCounts, children } = props
  const find = useFindDialog()
  const menu = { viewer, path, counts: menuCounts ?? {} }
  return (
    <>
      <SkipLink />
      {club.demo && <DemoRibbon />}
      <NavigationBar
        viewer={viewer}
        club={club}
        path={path}
        account={<AccountEntries path={path} isOwn={!viewer.actedFor} />}
        find={<FindLink onClick={find.open} />}
      />
      {viewer.actedFor && <GuardianBanner name={viewer.name} />}
      {unprovedAddress !== null && !isPaying(path) && <ConfirmAddressBanner email={unprovedAddress} />}
      {unprovedAddress === null && needsSecondFactor && !path.endsWith('/secondFactor') && (
        <SecondFactorBanner />
      )}
      <div className="dash">
        <SideMenu {...menu} onFind={find.open} />
        <main id="content" tabIndex={-1}>
          {can(viewer, 'attendance.mark') && <UnsentTaps />}
          <SectionTabs {...menu} />
          {children}
        </main>
      </div>
      {find.dialog}
      {!isPaying(path) && <TabBar {...menu} club={club} />}
    </>
  )
}

/** The rest of the account menu: it replaces the theme's button and the burger of the public pages. */
function AccountEntries({ path, isOwn }: { path: string; isOwn: boolean }) {
  return (
    <>
      {isOwn && (
        <Link className="menu-item" to="/dashboard/profileSettings/account">
          <Icon of={KeyRound} />
          {t('navigation.account')}
        </Link>
      )}
      <ThemeSwitch path={path} row />
      <Form method="post" action="/signOut" className="only-phone">
        <button className="menu-item">
          <Icon of={LogOut} />
          {texts.navigation.logout}
        </button>
      </Form>
    </>
  )
}

function FindLink({ onClick }: { onClick: MouseEventHandler }) {
  return (
    <Link
      className="icon-button only-phone"
      to="/dashboard/find"
      aria-label={t('dashboardLayout.find')}
      onClick={onClick}
    >
      <Icon of={Search} />
    </Link>
  )
}
