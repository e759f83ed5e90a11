import { Menu } from 'lucide'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { texts } from '#copy/texts.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { t } from '#messages/t.ts'
import { AccountMenu, SignInIconLink } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { MenuSheet, menuSheetId } from './menu-sheet.tsx'
import { isCurrent, publicPages } from './public-pages.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import type { Viewer } from './viewer.ts'

type Props = {
  viewer: Viewer | null
  club: ClubFacts
  path: string
  /** What the dashboard adds to the account menu; it has a menu of its own, and the full width of the window. */
  account?: ReactNode
  /** The dashboard's link to its search, on phones. */
  find?: ReactNode
}

export function NavigationBar({ viewer, club, path, account, find }: Props) {
  return (
    <>
      <header className={account ? 'nav full' : 'nav'}>
        <div className="wrap">
          <Brand name={club.name} />
          <nav aria-label={t('navigation.main')}>
            <ul>
              {publicPages().map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} aria-current={isCurrent(path, to) ? 'page' : undefined}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="end">
            {!account && (
              <div className="no-phone">
                <ThemeSwitch path={path} />
              </div>
            )}
            {find}
            {viewer ? <SignedIn viewer={viewer} path={path} account={account} /> : <SignedOut />}
            {!account && (
              <ModalTrigger
                opens={menuSheetId}
                className="icon-button only-small"
                aria-label={t('navigation.menu')}
              >
                <Icon of={Menu} />
              </ModalTrigger>
            )}
          </div>
        </div>
      </header>
      {!account && <MenuSheet club={club} viewer={viewer} path={path} />}
    </>
  )
}

type SignedInProps = { viewer: Viewer; path: string; account: ReactNode }

function SignedIn({ viewer, path, account }: SignedInProps) {
  const inside = path === '/dashboard' || path.startsWith('/dashboard/')
  return (
    <>
      <Link className="text-link no-phone" to="/dashboard" aria-current={inside ? 'true' : undefined}>
        {texts.navigation.dashboard}
      </Link>
      <Form method="post" action="/signOut" className="no-phone">
        <Button small>{texts.navigation.logout}</Button>
      </Form>
      <AccountMenu viewer={viewer}>{account}</AccountMenu>
    </>
  )
}

function SignedOut() {
  return (
    <>
      <SignInIconLink />
      <LinkButton to="/signIn" small className="no-phone">
        {texts.navigation.signIn}
      </LinkButton>
      <LinkButton to="/signUp" variant="primary" small className="no-phone">
        {texts.navigation.signUp}
      </LinkButton>
    </>
  )
}
