import {
  Activity,
  CalendarClock,
  HeartPulse,
  LayoutDashboard,
  LayoutGrid,
  Mails,
  MessageSquarePlus,
  Newspaper,
  Scale,
  Settings,
  SlidersHorizontal,
  SquarePlus,
  SquareUserRound,
  UserPlus,
  UsersRound,
  type IconNode,
} from 'lucide'
import { roleNames, type Role } from '#app/frame/viewer.ts'
import { texts } from '#copy/texts.ts'

export type DashboardPage = {
  /** What follows /dashboard/ in its address; pages below it are of the same roles. */
  path: string
  name: string
  /** Who may see it. This decides nothing: the club's operations do, and a test compares. */
  roles: Role[]
  /** The roles in whose menu it stands; a text is its name in their bar on phones, which has no room for all. */
  menu?: { icon: IconNode } & Partial<Record<Role, string | true>>
  /** Stands in the second menu of admins, the office. */
  office?: IconNode
}

const sideMenu = texts.sideMenu
const allRoles = Object.keys(roleNames) as Role[]
const shortNamesFor = (icon: IconNode, short: string) => ({ icon, member: short, applied: short })

/** Every page of the dashboard, in the order of the menus. */
export const dashboardPages: DashboardPage[] = [
  {
    path: '',
    name: sideMenu.dashboard,
    roles: allRoles,
    menu: { icon: LayoutDashboard, admin: 'Dashboard' },
  },
  {
    path: 'allSubscribers',
    name: sideMenu.allSubscribers,
    roles: ['admin'],
    menu: { icon: Mails, admin: 'Subscribers' },
  },
  {
    path: 'allTrainers',
    name: sideMenu.allTrainers,
    roles: ['admin'],
    menu: { icon: UsersRound, admin: true },
  },
  {
    path: 'appliedTrainers',
    name: sideMenu.appliedTrainers,
    roles: ['admin'],
    menu: { icon: UserPlus, admin: 'Applied' },
  },
  { path: 'balance', name: sideMenu.balance, roles: ['admin'], menu: { icon: Scale, admin: true } },
  { path: 'members', name: 'Members', roles: ['admin'], office: SquareUserRound },
  { path: 'newsletter', name: 'Newsletter', roles: ['admin'], office: Newspaper },
  { path: 'club', name: 'Club Settings', roles: ['admin'], office: Settings },
  { path: 'health', name: 'Club Health', roles: ['admin'], office: HeartPulse },
  { path: 'auditLog', name: 'Audit log', roles: ['admin'] },
  { path: 'closures', name: 'Closed days', roles: ['admin'] },
  { path: 'house', name: 'In the house', roles: ['admin'] },
  { path: 'backups', name: 'Backups', roles: ['admin'] },
  { path: 'failedJobs', name: 'Tasks that failed', roles: ['admin'] },
  { path: 'undelivered', name: 'Undelivered letters', roles: ['admin'] },
  { path: 'gallery', name: 'Gallery management', roles: ['admin'] },
  {
    path: 'manageSlots',
    name: sideMenu.manageSlots,
    roles: ['trainer'],
    menu: { icon: CalendarClock, trainer: 'Slots' },
  },
  {
    path: 'manageMember',
    name: sideMenu.manageMember,
    roles: ['trainer'],
    menu: { icon: UsersRound, trainer: 'Members' },
  },
  {
    path: 'addNewForum',
    name: sideMenu.addNewForum,
    roles: ['admin', 'trainer'],
    menu: { icon: MessageSquarePlus, admin: true, trainer: 'Forum' },
  },
  {
    path: 'addNewClass',
    name: sideMenu.addNewClass,
    roles: ['trainer'],
    menu: { icon: SquarePlus, trainer: true },
  },
  {
    path: 'activityLog',
    name: sideMenu.activityLog,
    roles: allRoles,
    menu: shortNamesFor(Activity, 'Activity'),
  },
  {
    path: 'profileSettings',
    name: sideMenu.profileSettings,
    roles: allRoles,
    menu: shortNamesFor(SlidersHorizontal, 'Settings'),
  },
  {
    path: 'recommendedClasses',
    name: sideMenu.recommendedClasses,
    roles: allRoles,
    menu: shortNamesFor(LayoutGrid, 'Classes'),
  },
  { path: 'reports', name: 'Reported posts', roles: ['admin'] },
  { path: 'desk', name: 'At the desk', roles: ['admin'] },
  { path: 'owed/:id', name: 'Make-ups of a month', roles: ['admin'] },
  { path: 'takePayment/:id', name: 'Take payment', roles: ['admin'] },
  { path: 'bookFor/:id', name: 'Book an hour', roles: ['admin'] },
  { path: 'moveMonth/:id', name: 'Move a month', roles: ['admin'] },
  { path: 'extendMonth/:id', name: 'Extend a month', roles: ['admin'] },
  { path: 'takeDown/:kind/:id', name: 'Take down', roles: ['admin'] },
  { path: 'payment/:id', name: 'Payment', roles: allRoles },
  { path: 'week', name: 'Your dates', roles: allRoles },
  { path: 'hour/:id', name: 'Your month', roles: allRoles },
  { path: 'closeHour/:id', name: 'Give an hour up', roles: ['admin', 'trainer'] },
  { path: 'lesson/:id', name: 'Your hour', roles: allRoles },
  { path: 'calendar', name: 'In your calendar', roles: allRoles },
  { path: 'absences', name: 'Absences', roles: ['admin', 'trainer'] },
  { path: 'covers', name: 'Cover wanted', roles: ['admin', 'trainer'] },
  { path: 'makeUp/:id', name: 'Make-up', roles: allRoles },
  { path: 'receipt/:id', name: 'Receipt', roles: allRoles },
  { path: 'statement/:id', name: 'Statement', roles: allRoles },
  { path: 'invoices', name: 'Invoices', roles: ['admin'] },
]

/** The page at this address, or the one it lies below. */
export function dashboardPageAt(address: string): DashboardPage | undefined {
  const [, , first = ''] = address.split('/')
  return dashboardPages.find(({ path }) => path.split('/')[0] === first)
}

type MenuEntry = { to: string; name: string; icon: IconNode; short: string | null }

/** A role's menu; what stands in the bar of phones too has a short name. */
export function menuEntries(role: Role): MenuEntry[] {
  return dashboardPages.flatMap(({ path, name, menu }) => {
    const place = menu?.[role]
    if (!menu || place === undefined) return []
    const to = path === '' ? '/dashboard' : `/dashboard/${path}`
    return { to, name, icon: menu.icon, short: place === true ? null : place }
  })
}

/** The second menu of admins; nobody else has one. */
export function adminMenuEntries(role: Role): Omit<MenuEntry, 'short'>[] {
  return dashboardPages.flatMap(({ path, name, roles, office }) =>
    office && roles.includes(role) ? [{ to: `/dashboard/${path}`, name, icon: office }] : [],
  )
}
