import { ChevronRight, X } from 'lucide'
import { Form, Link } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Modal, ModalTrigger } from '#app/components/modal.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { texts } from '#copy/texts.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { t } from '#messages/t.ts'
import { Brand } from './brand.tsx'
import { isCurrent, publicPages } from './public-pages.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import type { Viewer } from './viewer.ts'

export const menuSheetId = 'menu'

type Props = { club: ClubFacts; viewer: Viewer | null; path: string }

/** The full-screen menu of phones and tablets. */
export function MenuSheet({ club, viewer, path }: Props) {
  return (
    <Modal id={menuSheetId} label={t('navigation.menu')} className="sheet">
      <SheetHeader club={club} sheetId={menuSheetId} />
      <nav aria-label={t('navigation.menu')}>
        <ul>
          {publicPages().map(({ to, name }) => (
            <li key={to}>
              <Link className="display" to={to} aria-current={isCurrent(path, to) ? 'page' : undefined}>
                {name}
                {isCurrent(path, to) && <span className="dot on" />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SheetFooter viewer={viewer} path={path} />
    </Modal>
  )
}

export function SheetHeader({ club, sheetId }: { club: ClubFacts; sheetId: string }) {
  return (
    <div className="top">
      <Brand name={club.name} />
      <ModalTrigger closes={sheetId} className="icon-button" aria-label={t('navigation.closeMenu')}>
        <Icon of={X} />
      </ModalTrigger>
    </div>
  )
}

function SheetFooter({ viewer, path }: { viewer: Viewer | null; path: string }) {
  return (
    <div className="foot">
      {viewer && (
        <Link className="person-row" to={viewer.actedFor ? '/dashboard/family' : '/myProfile'}>
          <Avatar portrait={viewer.portrait} />
          <span>
            <b>{viewer.name}</b>
            <span>{viewer.email}</span>
          </span>
          <Icon of={ChevronRight} />
        </Link>
      )}
      {viewer ? <SignedIn /> : <SignedOut />}
      <ThemeSwitch path={path} row />
    </div>
  )
}

function SignedIn() {
  return (
    <div className="two keep-columns">
      <LinkButton to="/dashboard">{texts.navigation.dashboard}</LinkButton>
      <Form method="post" action="/signOut">
        <Button wide>{texts.navigation.logout}</Button>
      </Form>
    </div>
  )
}

function SignedOut() {
  return (
    <div className="two keep-columns">
      <LinkButton to="/signIn">{texts.navigation.signIn}</LinkButton>
      <LinkButton to="/signUp" variant="primary">
        {texts.navigation.signUp}
      </LinkButton>
    </div>
  )
}
