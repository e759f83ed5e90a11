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
import { roleNames, type Role, type Viewer } from '#app/frame/viewer.ts'
import { can, rolesWith, type Permission } from '#domain/permissions.ts'
import { texts } from '#copy/texts.ts'

export type DashboardPage = {
  /** Path below /dashboard/; pages below it need the same permission. */
  path: string
  name: string
  /** Permission to open it; null for everyone signed in. Grants nothing: the operations check, and a test compares. */
  permission: Permission | null
  /** Roles with a menu entry; a string also puts it in the tab bar of phones, under that name. */
  menu?: { icon: IconNode } & Partial<Record<Role, string | true>>
  /** Icon in the second menu, of the office. */
  office?: IconNode
}

const sideMenu = texts.sideMenu
const shortNamesFor = (icon: IconNode, short: string) => ({ icon, member: short, applied: short })

/** Every page of the dashboard, in the order of the menus. */
export const dashboardPages: DashboardPage[] = [
  {
    path: '',
    name: sideMenu.dashboard,
    permission: null,
    menu: { icon: LayoutDashboard, admin: 'Dashboard' },
  },
  {
    path: 'allSubscribers',
    name: sideMenu.allSubscribers,
    permission: 'subscribers.manage',
    menu: { icon: Mails, admin: 'Subscribers' },
  },
  {
    path: 'allTrainers',
    name: sideMenu.allTrainers,
    permission: 'trainers.readAll',
    menu: { icon: UsersRound, admin: true },
  },
  {
    path: 'appliedTrainers',
    name: sideMenu.appliedTrainers,
    permission: 'applications.decide',
    menu: { icon: UserPlus, admin: 'Applied' },
  },
  { path: 'balance', name: sideMenu.balance, permission: 'balance.read', menu: { icon: Scale, admin: true } },
  { path: 'disputes', name: 'Disputes', permission: 'balance.read' },
  { path: 'cardPayouts', name: 'Card payouts', permission: 'balance.read' },
  { path: 'members', name: 'Members', permission: 'members.read', office: SquareUserRound },
  { path: 'newsletter', name: 'Newsletter', permission: 'newsletter.write', office: Newspaper },
  { path: 'club', name: 'Club Settings', permission: 'club.settings', office: Settings },
  { path: 'policies', name: 'Rules of booking', permission: 'club.settings' },
  { path: 'retention', name: 'How long data stays', permission: 'club.settings' },
  { path: 'health', name: 'Club Health', permission: 'operations.read', office: HeartPulse },
  { path: 'auditLog', name: 'Audit log', permission: 'audit.read' },
  { path: 'closures', name: 'Closed days', permission: 'closures.manage' },
  { path: 'house', name: 'Who’s in', permission: 'roster.read' },
  { path: 'backups', name: 'Backups', permission: 'operations.read' },
  { path: 'failedJobs', name: 'Failed tasks', permission: 'operations.read' },
  { path: 'mail', name: 'Email settings', permission: 'operations.read' },
  { path: 'undelivered', name: 'Undelivered emails', permission: 'operations.read' },
  { path: 'gallery', name: 'Gallery management', permission: 'gallery.manage' },
  {
    path: 'manageSlots',
    name: sideMenu.manageSlots,
    permission: 'slots.manage',
    menu: { icon: CalendarClock, trainer: 'Slots' },
  },
  {
    path: 'manageMember',
    name: sideMenu.manageMember,
    permission: 'lessons.give',
    menu: { icon: UsersRound, trainer: 'Members' },
  },
  {
    path: 'addNewForum',
    name: sideMenu.addNewForum,
    permission: 'posts.write',
    menu: { icon: MessageSquarePlus, admin: true, trainer: 'Forum' },
  },
  {
    path: 'addNewClass',
    name: sideMenu.addNewClass,
    permission: 'classes.write',
    menu: { icon: SquarePlus, trainer: true },
  },
  {
    path: 'activityLog',
    name: sideMenu.activityLog,
    permission: null,
    menu: shortNamesFor(Activity, 'Activity'),
  },
  {
    path: 'profileSettings',
    name: sideMenu.profileSettings,
    permission: null,
    menu: shortNamesFor(SlidersHorizontal, 'Settings'),
  },
  {
    path: 'recommendedClasses',
    name: sideMenu.recommendedClasses,
    permission: null,
    menu: shortNamesFor(LayoutGrid, 'Classes'),
  },
  { path: 'reports', name: 'Reported posts', permission: 'content.moderate' },
  { path: 'desk', name: 'At the desk', permission: 'desk.use' },
  { path: 'cashDay', name: 'Cash day', permission: 'desk.use' },
  { path: 'correctEntry/:id', name: 'Correct how it was paid', permission: 'desk.use' },
  { path: 'takeBackPayout/:id', name: 'Take back a payout', permission: 'payouts.record' },
  { path: 'owed/:id', name: 'Make-ups of a month', permission: 'makeUps.give' },
  { path: 'expiringMakeUps', name: 'Make-ups that expire', permission: 'makeUps.give' },
  { path: 'takePayment/:id', name: 'Take payment', permission: 'desk.use' },
  { path: 'bookFor/:id', name: 'Book an hour', permission: 'bookings.forMembers' },
  { path: 'moveMonth/:id', name: 'Move a month', permission: 'months.change' },
  { path: 'extendMonth/:id', name: 'Extend a month', permission: 'months.change' },
  { path: 'takeDown/:kind/:id', name: 'Take down', permission: 'content.moderate' },
  { path: 'payment/:id', name: 'Payment', permission: null },
  { path: 'week', name: 'Your dates', permission: null },
  { path: 'hour/:id', name: 'Your month', permission: null },
  { path: 'closeHour/:id', name: 'Give up an hour', permission: 'slots.close' },
  { path: 'lesson/:id', name: 'Your hour', permission: null },
  { path: 'calendar', name: 'In your calendar', permission: null },
  { path: 'absences', name: 'Absences', permission: 'absences.declare' },
  { path: 'notTold', name: 'Not told', permission: 'changes.tell' },
  { path: 'covers', name: 'Cover wanted', permission: 'covers.take' },
  { path: 'makeUp/:id', name: 'Make-up', permission: null },
  { path: 'receipt/:id', name: 'Receipt', permission: null },
  { path: 'statement/:id', name: 'Statement', permission: null },
  { path: 'invoices', name: 'Invoices', permission: 'invoices.readAll' },
  { path: 'files', name: 'Files for the office', permission: 'office.overview' },
  { path: 'archive', name: 'Archive', permission: 'balance.read' },
  { path: 'whatWeOwe', name: 'What we owe', permission: 'balance.read' },
]

/** Returns the roles that may open a page. */
export const rolesOfPage = ({ permission }: DashboardPage): readonly Role[] =>
  permission === null ? (Object.keys(roleNames) as Role[]) : rolesWith(permission)

/** The page at this address, or its parent. */
export function dashboardPageAt(address: string): DashboardPage | undefined {
  const [, , first = ''] = address.split('/')
  return dashboardPages.find(({ path }) => path.split('/')[0] === first)
}

type MenuEntry = { to: string; name: string; icon: IconNode; short: string | null }

/** Menu of a role; entries with a short name are also in the tab bar of phones. */
export function menuEntries(role: Role): MenuEntry[] {
  return dashboardPages.flatMap(({ path, name, menu }) => {
    const entry = menu?.[role]
    if (!menu || entry === undefined) return []
    const to = path === '' ? '/dashboard' : `/dashboard/${path}`
    return { to, name, icon: menu.icon, short: entry === true ? null : entry }
  })
}

/** The second menu, of the office; empty without a permission for one of its pages. */
export function officeMenuEntries(viewer: Viewer): Omit<MenuEntry, 'short'>[] {
  return dashboardPages.flatMap(({ path, name, permission, office }) =>
    office && permission !== null && can(viewer, permission)
      ? [{ to: `/dashboard/${path}`, name, icon: office }]
      : [],
  )
}
