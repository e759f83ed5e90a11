import { HandCoins, type IconNode } from 'lucide'
import type { Role } from '#app/frame/viewer.ts'
import { can, type Access } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import {
  dashboardPageAt,
  mayOpen,
  sections,
  tabPageOf,
  type DashboardPage,
  type DashboardSection,
  type SectionName,
} from './dashboard-pages.ts'

type Current = 'page' | 'true' | undefined

/** `count` is the number of tasks that wait there. */
export type MenuLink = { to: string; name: string; current: Current; count: number }
export type MenuSection = MenuLink & {
  section: SectionName
  icon: IconNode
  entries: MenuLink[]
  tabs: MenuLink[]
}

const addressOf = ({ path }: DashboardPage) => (path === '' ? '/dashboard' : `/dashboard/${path}`)

/** A viewer, who may act for a member as their guardian. */
type MenuViewer = Access & { id?: string; actedFor?: string | null }

const hasTab = (page: DashboardPage, viewer: MenuViewer) =>
  page.parent === undefined &&
  !(page.ownAccount && viewer.actedFor) &&
  (page.tabOf?.includes(viewer.role) ?? mayOpen(viewer, page))

/**
 * Returns the sections of a viewer with their agreed entries and their tabs; the page at `path` is current. `counts` are
 * the tasks that wait on pages, by path.
 */
export function menuSections(
  viewer: MenuViewer,
  path: string,
  counts: Partial<Record<string, number>> = {},
): MenuSection[] {
  const { role } = viewer
  const here = dashboardPageAt(path)
  const isOwn = viewer.id !== undefined && path.split('/')[3] === viewer.id
  const tabPage = here && tabPageOf(here, isOwn ? null : role)
  const exact = path.replace(/(?<=.)\/$/, '')
  const linkTo = (page: DashboardPage, name: string): MenuLink => {
    const to = addressOf(page)
    const isHere = here === page || tabPage === page
    const current = isHere ? (exact === to ? 'page' : 'true') : undefined
    return { to, name, current, count: counts[page.path] ?? 0 }
  }
  const all = Object.entries(sections) as [SectionName, DashboardSection][]
  return all.flatMap(
    ([
      section,
      {
        names: [name, ownNames],
        icon,
        pages,
      },
    ]) => {
      const tabs = pages.filter((page) => hasTab(page, viewer))
      if (!tabs[0]) return []
      const entries = pages.filter(
        (page) => page.entryOf?.includes(role) && !(page.ownAccount && viewer.actedFor),
      )
      const isHere = tabPage !== undefined && pages.includes(tabPage)
      const tabLinks = tabs.map((page) => linkTo(page, (page.short ?? page.name)()))
      return {
        section,
        to: addressOf(tabs[0]),
        name: (ownNames?.[role] ?? name)(),
        current: isHere ? (exact === addressOf(tabs[0]) ? 'page' : 'true') : undefined,
        icon,
        entries: entries.map((page) => linkTo(page, page.name())),
        tabs: tabLinks,
        count: tabLinks.reduce((sum, { count }) => sum + count, 0),
      }
    },
  )
}

/** Sections in the tab bar of phones. */
const barSections: Record<Role, SectionName[]> = {
  admin: ['today', 'people'],
  trainer: ['today', 'schedule', 'people'],
  member: ['today', 'schedule', 'content'],
  applied: ['today', 'schedule', 'content'],
}

/** The same for people at the desk, which is in the bar as well. */
const deskSections: SectionName[] = ['today', 'people']

/** Returns the entries of the tab bar, at most one of which is current. */
export function barEntries(
  viewer: MenuViewer,
  path: string,
  counts?: Partial<Record<string, number>>,
): (MenuLink & { icon: IconNode })[] {
  const usesDesk = can(viewer, 'desk.use')
  const shownSections = usesDesk ? deskSections : barSections[viewer.role]
  const shown = menuSections(viewer, path, counts).filter(({ section }) => shownSections.includes(section))
  if (!usesDesk) return shown
  const desk = shown.flatMap(({ tabs }) => tabs).find(({ to }) => to === '/dashboard/desk')
  if (!desk) return shown
  return [
    ...shown.map((section) => (desk.current ? { ...section, current: undefined } : section)),
    { ...desk, name: t('dashboardMenu.desk'), icon: HandCoins },
  ]
}
