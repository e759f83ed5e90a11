import { Menu } from 'lucide'
import { Link } from 'react-router'
import { classNames } from '#app/components/join-class-names.ts'
import { SheetFooter, SheetHeader } from '#app/frame/menu-sheet.tsx'
import { Modal, ModalTrigger } from '#app/components/modal.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { isCurrent } from '#app/frame/public-pages.ts'
import { menuEntries, officeMenuEntries } from './dashboard-pages.ts'
import { roleNames, type Viewer } from '#app/frame/viewer.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { Icon } from '#app/components/icon.tsx'

const sheetId = 'dashboard-menu'

type Props = { viewer: Viewer; path: string }

/** Menu of the dashboard: a column, on tablets a rail of icons with tooltips. */
export function SideMenu({ viewer, path }: Props) {
  const office = officeMenuEntries(viewer)
  return (
    <div className="menus">
      <nav className="menu" aria-label="Dashboard">
        <div className="me">
          <Avatar portrait={viewer.portrait} />
          <div>
            <b>{viewer.name}</b>
            <span>{roleNames[viewer.role]}</span>
          </div>
        </div>
        <MenuLinks entries={menuEntries(viewer.role)} path={path} />
      </nav>
      {office.length > 0 && (
        <nav className="menu office" aria-labelledby="office">
          <p className="note" id="office">
            Office
          </p>
          <MenuLinks entries={office} path={path} />
        </nav>
      )}
    </div>
  )
}

function MenuLinks({ entries, path }: { entries: ReturnType<typeof officeMenuEntries>; path: string }) {
  return entries.map(({ to, name, icon }) => (
    <Link key={to} to={to} title={name} aria-current={isCurrent(path, to) ? 'page' : undefined}>
      <Icon of={icon} />
      <span className={classNames('entry', name.length > 17 && 'long')}>{name}</span>
    </Link>
  ))
}

/** Tab bar of phones: three entries of the role, and Menu for the rest. */
export function TabBar({ viewer, club, path }: Props & { club: ClubFacts }) {
  const shown = menuEntries(viewer.role).filter((entry) => entry.short)
  const elsewhere = !shown.some(({ to }) => isCurrent(path, to))
  return (
    <>
      <nav className="tabbar only-phone" aria-label="Dashboard, short">
        {shown.map(({ to, short, icon }) => (
          <Link key={to} to={to} aria-current={isCurrent(path, to) ? 'page' : undefined}>
            <Icon of={icon} />
            {short}
          </Link>
        ))}
        <ModalTrigger opens={sheetId} aria-current={elsewhere ? 'true' : undefined}>
          <Icon of={Menu} />
          Menu
        </ModalTrigger>
      </nav>
      <DashboardSheet viewer={viewer} club={club} path={path} />
    </>
  )
}

function DashboardSheet({ viewer, club, path }: Props & { club: ClubFacts }) {
  const office = officeMenuEntries(viewer)
  return (
    <Modal id={sheetId} label="Dashboard menu" className="sheet entries">
      <SheetHeader club={club} sheetId={sheetId} />
      <nav aria-label="Dashboard menu">
        <SheetLinks entries={menuEntries(viewer.role)} path={path} />
      </nav>
      {office.length > 0 && (
        <nav className="office" aria-label="Office menu">
          <SheetLinks entries={office} path={path} />
        </nav>
      )}
      <SheetFooter viewer={viewer} path={path} />
    </Modal>
  )
}

function SheetLinks({ entries, path }: { entries: ReturnType<typeof officeMenuEntries>; path: string }) {
  return (
    <ul>
      {entries.map(({ to, name }) => (
        <li key={to}>
          <Link className="head" to={to} aria-current={isCurrent(path, to) ? 'page' : undefined}>
            {name}
            {isCurrent(path, to) && <span className="dot on" />}
          </Link>
        </li>
      ))}
    </ul>
  )
}
