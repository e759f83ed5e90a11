import { HandCoins, type IconNode } from 'lucide'
import type { Role } from '#app/frame/viewer.ts'
import { can, type Access } from '#domain/permissions.ts'
import {
  dashboardPageAt,
  mayOpen,
  rooms,
  type DashboardPage,
  type Room,
  type RoomName,
} from './dashboard-pages.ts'

type Current = 'page' | 'true' | undefined

export type MenuLink = { to: string; name: string; current: Current }
export type MenuRoom = MenuLink & { room: RoomName; icon: IconNode; entries: MenuLink[]; tabs: MenuLink[] }

const addressOf = ({ path }: DashboardPage) => (path === '' ? '/dashboard' : `/dashboard/${path}`)

const hasTab = (page: DashboardPage, viewer: Access) =>
  page.parent === undefined && (page.tabOf?.includes(viewer.role) ?? mayOpen(viewer, page))

/** Returns the rooms of a viewer with their agreed entries and their tabs; the page at `path` is current. */
export function menuRooms(viewer: Access, path: string): MenuRoom[] {
  const { role } = viewer
  const here = dashboardPageAt(path)
  const exact = path.replace(/(?<=.)\/$/, '')
  const linkTo = (page: DashboardPage, name: string): MenuLink => {
    const to = addressOf(page)
    const isHere = here === page || (here?.parent ?? null) === page.path
    return { to, name, current: isHere ? (exact === to ? 'page' : 'true') : undefined }
  }
  const all = Object.entries(rooms) as [RoomName, Room][]
  return all.flatMap(
    ([
      room,
      {
        names: [name, ownNames],
        icon,
        pages,
      },
    ]) => {
      const tabs = pages.filter((page) => hasTab(page, viewer))
      if (!tabs[0]) return []
      const entries = pages.filter(({ entryOf }) => entryOf?.includes(role))
      const isHere = here !== undefined && pages.includes(here)
      return {
        room,
        to: addressOf(tabs[0]),
        name: ownNames?.[role] ?? name,
        current: isHere ? (exact === addressOf(tabs[0]) ? 'page' : 'true') : undefined,
        icon,
        entries: entries.map((page) => linkTo(page, page.name)),
        tabs: tabs.map((page) => linkTo(page, page.short ?? page.name)),
      }
    },
  )
}

/** Rooms in the tab bar of phones. */
const barRooms: Record<Role, RoomName[]> = {
  admin: ['today', 'people'],
  trainer: ['today', 'schedule', 'people'],
  member: ['today', 'schedule', 'content'],
  applied: ['today', 'schedule', 'content'],
}

/** The same for people at the desk, which is in the bar as well. */
const deskRooms: RoomName[] = ['today', 'people']

/** Returns the entries of the tab bar, at most one of which is current. */
export function barEntries(viewer: Access, path: string): (MenuLink & { icon: IconNode })[] {
  const usesDesk = can(viewer, 'desk.use')
  const shownRooms = usesDesk ? deskRooms : barRooms[viewer.role]
  const shown = menuRooms(viewer, path).filter(({ room }) => shownRooms.includes(room))
  if (!usesDesk) return shown
  const desk = shown.flatMap(({ tabs }) => tabs).find(({ to }) => to === '/dashboard/desk')
  if (!desk) return shown
  return [
    ...shown.map((room) => (desk.current ? { ...room, current: undefined } : room)),
    { ...desk, name: 'Desk', icon: HandCoins },
  ]
}
