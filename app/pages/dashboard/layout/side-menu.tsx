import { ChevronDown, Menu, Search } from 'lucide'
import type { MouseEventHandler } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { Modal, ModalTrigger } from '#app/components/modal.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { SheetHeader } from '#app/frame/menu-sheet.tsx'
import { publicPages } from '#app/frame/public-pages.ts'
import { holderName, type Viewer } from '#app/frame/viewer.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { t } from '#messages/t.ts'
import { barEntries, menuSections, type MenuLink } from './dashboard-menu.ts'

const sheetId = 'dashboard-menu'

type Props = { viewer: Viewer; path: string; counts: Partial<Record<string, number>> }

/** Menu of the dashboard: a column of sections, on tablets a rail of icons with labels on hover and focus. */
export function SideMenu({ viewer, path, counts, onFind }: Props & { onFind: MouseEventHandler }) {
  return (
    <div className="menus">
      <nav className="menu" aria-label={t('navigation.dashboard')}>
        <div className="me">
          <Avatar portrait={viewer.portrait} />
          <div>
            <b>{viewer.name}</b>
            <span>{holderName(viewer)}</span>
          </div>
        </div>
        <Link
          className="find-open"
          to="/dashboard/find"
          aria-current={path === '/dashboard/find' ? 'page' : undefined}
          aria-keyshortcuts="Control+K"
          onClick={onFind}
        >
          <Icon of={Search} />
          <span className="entry">{t('sideMenu.find')}</span>
        </Link>
        <ul>
          {menuSections(viewer, path, counts).map(({ to, name, icon, current, entries, count }) => (
            <li key={name}>
              <Link className="menu-section" to={to} aria-current={current}>
                <Icon of={icon} />
                <span className="entry">{name}</span>
                <Count of={count} />
              </Link>
              {entries.length > 0 && (
                <ul>
                  {entries.map((entry) => (
                    <li key={entry.to}>
                      <PageLink {...entry} count={0} className="page-of-section" />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function PageLink({ to, name, current, count, className }: MenuLink & { className?: string }) {
  return (
    <Link className={className} to={to} aria-current={current}>
      {name}
      <Count of={count} />
    </Link>
  )
}

/** The number of tasks that wait. */
const Count = ({ of }: { of: number }) =>
  of > 0 && (
    <span className="menu-count">
      {of > 99 ? '99+' : of}
      <span className="visually-hidden"> {t('sideMenu.waiting')}</span>
    </span>
  )

/** Pages of the current section: tabs, on phones a line that opens. */
export function SectionTabs({ viewer, path, counts }: Props) {
  const section = menuSections(viewer, path, counts).find(({ current }) => current)
  const here = section?.tabs.find(({ current }) => current)
  if (!section || !here || section.tabs.length < 2) return null
  return (
    <>
      <nav className="tabs section-tabs no-phone" aria-label={section.name} key={section.name}>
        {section.tabs.map((tab) => (
          <PageLink key={tab.to} {...tab} />
        ))}
      </nav>
      <details className="section-pick only-phone" key={path}>
        <summary>
          <span>
            <b>{section.name}</b> {here.name}
          </span>
          <Count of={section.count} />
          <Icon of={ChevronDown} />
        </summary>
        <nav aria-label={section.name}>
          <ul>
            {section.tabs.map((tab) => (
              <li key={tab.to}>
                <PageLink {...tab} />
              </li>
            ))}
          </ul>
        </nav>
      </details>
    </>
  )
}

/** Tab bar of phones: three entries of the role, and Menu for the rest. */
export function TabBar({ viewer, club, path, counts }: Props & { club: ClubFacts }) {
  const shown = barEntries(viewer, path, counts)
  const isElsewhere = !shown.some(({ current }) => current)
  return (
    <>
      <nav className="tabbar only-phone" aria-label={t('sideMenu.dashboardShort')}>
        {shown.map(({ to, name, icon, current, count }) => (
          <Link key={to} to={to} aria-current={current}>
            <Icon of={icon} />
            {name}
            <Count of={count} />
          </Link>
        ))}
        <ModalTrigger opens={sheetId} aria-current={isElsewhere ? 'true' : undefined}>
          <Icon of={Menu} />
          {t('navigation.menu')}
        </ModalTrigger>
      </nav>
      <DashboardSheet viewer={viewer} club={club} path={path} counts={counts} />
    </>
  )
}

function DashboardSheet({ viewer, club, path, counts }: Props & { club: ClubFacts }) {
  return (
    <Modal id={sheetId} label={t('sideMenu.dashboardMenu')} className="sheet one-sheet">
      <SheetHeader club={club} sheetId={sheetId} />
      <nav aria-label={t('sideMenu.dashboardMenu')}>
        <ul>
          {menuSections(viewer, path, counts).map(({ to, name, current, tabs }) => (
            <li key={name}>
              <Link className="head" to={to} aria-current={current}>
                {name}
                {current && <span className="dot on" />}
              </Link>
              <div className="section-pages">
                {tabs.map((tab) => (
                  <PageLink key={tab.to} {...tab} />
                ))}
              </div>
            </li>
          ))}
        </ul>
      </nav>
      <TheSite />
    </Modal>
  )
}

function TheSite() {
  return (
    <details className="the-site">
      <summary>
        {t('sideMenu.theSite')}
        <Icon of={ChevronDown} />
      </summary>
      <ul>
        {publicPages().map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
