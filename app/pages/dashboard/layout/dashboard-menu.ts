import { HandCoins, type IconNode } from 'lucide'
import type { Role } from '#app/frame/viewer.ts'
import {
  dashboardPageAt,
  rolesOfPage,
  rooms,
  type DashboardPage,
  type Room,
  type RoomName,
} from './dashboard-pages.ts'

type Current = 'page' | 'true' | undefined

export type MenuLink = { to: string; name: string; current: Current }
export type MenuRoom = MenuLink & { room: RoomName; icon: IconNode; entries: MenuLink[]; tabs: MenuLink[] }

const addressOf = ({ path }: DashboardPage) => (path === '' ? '/dashboard' : `/dashboard/${path}`)

const hasTab = (page: DashboardPage, role: Role) =>
  page.parent === undefined && (page.tabOf ?? rolesOfPage(page)).includes(role)

/** Returns the rooms of a role with their agreed entries and their tabs; the page at `path` is current. */
export function menuRooms(role: Role, path: string): MenuRoom[] {
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
      const tabs = pages.filter((page) => hasTab(page, role))
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

/** Rooms in the tab bar of phones; an admin has the desk in it as well. */
const barRooms: Record<Role, RoomName[]> = {
  admin: ['today', 'people'],
  trainer: ['today', 'schedule', 'people'],
  member: ['today', 'schedule', 'content'],
  applied: ['today', 'schedule', 'content'],
}

/** Returns the entries of the tab bar, at most one of which is current. */
export function barEntries(role: Role, path: string): (MenuLink & { icon: IconNode })[] {
  const shown = menuRooms(role, path).filter(({ room }) => barRooms[role].includes(room))
  if (role !== 'admin') return shown
  const desk = shown.flatMap(({ tabs }) => tabs).find(({ to }) => to === '/dashboard/desk')
  if (!desk) return shown
  return [
    ...shown.map((room) => (desk.current ? { ...room, current: undefined } : room)),
    { ...desk, name: 'Desk', icon: HandCoins },
  ]
}
