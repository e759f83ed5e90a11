import { CircleUserRound, SlidersHorizontal } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { useDismissibleDetails } from './use-dismissible-details.ts'
import type { Viewer } from './viewer.ts'

/** The menu of the avatar, which opens without scripts. */
export function AccountMenu({ viewer, children }: { viewer: Viewer; children?: ReactNode }) {
  const details = useDismissibleDetails()
  return (
    <details className="account-menu" ref={details}>
      <summary className="icon-button" aria-label={t('navigation.accountOf', { name: viewer.name })}>
        <Avatar portrait={viewer.portrait} />
      </summary>
      <div className="menu-pop" role="group" aria-label={t('navigation.yourAccount')}>
        <ViewerLine viewer={viewer} />
        {!viewer.actedFor && (
          <>
            <LinkButton to="/myProfile" wide>
              {texts.navigation.myProfile}
            </LinkButton>
            <Link className="menu-item" to="/dashboard/profileSettings">
              <Icon of={SlidersHorizontal} />
              {texts.navigation.profileSettings}
            </Link>
          </>
        )}
        {children}
      </div>
    </details>
  )
}

function ViewerLine({ viewer }: { viewer: Viewer }) {
  return (
    <div className="person-row">
      <Avatar portrait={viewer.portrait} />
      <span>
        <b>{viewer.name}</b>
        <span>{viewer.email}</span>
      </span>
    </div>
  )
}

/** Takes the place of the avatar for visitors. */
export function SignInIconLink() {
  return (
    <Link className="icon-button no-phone" to="/signIn" aria-label={t('navigation.account')}>
      <Icon of={CircleUserRound} />
    </Link>
  )
}
