import { Link } from 'react-router'
import { useLayoutProps } from '#app/frame/session.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'

const pages = [
  {
    name: 'profile',
    to: '/dashboard/profileSettings',
    get label() {
      return t('settingsTabs.profile')
    },
  },
  {
    name: 'trainer',
    to: '/dashboard/profileSettings/trainerPage',
    get label() {
      return t('settingsTabs.trainerPage')
    },
  },
  {
    name: 'account',
    to: '/dashboard/profileSettings/account',
    get label() {
      return t('navigation.account')
    },
  },
] as const

/** Tabs of the settings; the trainer page is for trainers only. */
export function SettingsTabs({ current }: { current: (typeof pages)[number]['name'] }) {
  const { viewer } = useLayoutProps()
  const shown = pages.filter(({ name }) => name !== 'trainer' || can(viewer, 'trainerPage.change'))
  return (
    <nav className="tabs" aria-label={t('settingsTabs.settings')}>
      {shown.map(({ name, to, label }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
