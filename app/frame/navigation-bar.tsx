import { Menu } from 'lucide'
import { Form, Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { AccountMenu, SignInIconLink } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { MenuSheet, menuSheetId } from './menu-sheet.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { isCurrent, publicPages } from './public-pages.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import type { Viewer } from './viewer.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = {
  viewer: Viewer | null
  club: ClubFacts
  path: string
  /** The full width of the window, for the dashboard. */
  full?: boolean
}

export function NavigationBar({ viewer, club, path, full }: Props) {
  return (
    <>
      <header className={classNames('nav', full && 'full')}>
        <div className="wrap">
          <Brand name={club.name} />
          <nav aria-label="Main">
            <ul>
              {publicPages.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} aria-current={isCurrent(path, to) ? 'page' : undefined}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="end">
            <div className="no-phone">
              <ThemeSwitch path={path} />
            </div>
            {viewer ? <SignedIn viewer={viewer} path={path} /> : <SignedOut />}
            <ModalTrigger opens={menuSheetId} className="icon-button only-small" aria-label="Menu">
              <Icon of={Menu} />
            </ModalTrigger>
          </div>
        </div>
      </header>
      <MenuSheet club={club} viewer={viewer} path={path} />
    </>
  )
}

function SignedIn({ viewer, path }: { viewer: Viewer; path: string }) {
  const inside = path === '/dashboard' || path.startsWith('/dashboard/')
  return (
    <>
      <Link className="text-link no-phone" to="/dashboard" aria-current={inside ? 'true' : undefined}>
        {texts.navigation.dashboard}
      </Link>
      <Form method="post" action="/signOut" className="no-phone">
        <Button small>{texts.navigation.logout}</Button>
      </Form>
      <AccountMenu viewer={viewer} />
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
