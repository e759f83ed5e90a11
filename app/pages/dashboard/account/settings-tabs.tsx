import { Link } from 'react-router'
import { useLayoutProps } from '#app/frame/session.ts'
import { can } from '#domain/permissions.ts'

const pages = [
  { name: 'profile', to: '/dashboard/profileSettings', label: 'Profile' },
  { name: 'trainer', to: '/dashboard/profileSettings/trainerPage', label: 'Trainer page' },
  { name: 'account', to: '/dashboard/profileSettings/account', label: 'Account' },
] as const

/** Tabs of the settings; the trainer page is for trainers only. */
export function SettingsTabs({ current }: { current: (typeof pages)[number]['name'] }) {
  const { viewer } = useLayoutProps()
  const shown = pages.filter(({ name }) => name !== 'trainer' || can(viewer, 'trainerPage.change'))
  return (
    <nav className="tabs" aria-label="Settings">
      {shown.map(({ name, to, label }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
