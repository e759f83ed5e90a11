import { Link } from 'react-router'

const pages = [
  { name: 'profile', to: '/dashboard/profileSettings', label: 'Profile' },
  { name: 'account', to: '/dashboard/profileSettings/account', label: 'Account' },
] as const

/** What of one's settings is shown: the profile or the account. */
export function SettingsTabs({ current }: { current: (typeof pages)[number]['name'] }) {
  return (
    <nav className="tabs" aria-label="Settings">
      {pages.map(({ name, to, label }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
