import {
  CalendarClock,
  LayoutDashboard,
  Newspaper,
  Scale,
  Settings,
  SlidersHorizontal,
  UsersRound,
  type IconNode,
} from 'lucide'
import { roleNames, type Role } from '#app/frame/viewer.ts'
import { can, holdersOf, type Access, type Holder, type Permission } from '#domain/permissions.ts'
import { texts } from '#copy/texts.ts'

export type DashboardPage = {
  /** Path below /dashboard/; pages below it need the same permission. */
  path: string
  name: string
  /** Permission to open it; null for everyone signed in. Grants nothing: the operations check, and a test compares. */
  permission: Permission | null
  /** Roles whose menu names the page below its section, as agreed. */
  entryOf?: Role[]
  /** Name of its tab, if it is another one. */
  short?: string
  /** Path of the page whose tab is current on this page, which has no tab of its own. */
  parent?: string
  /** Roles with a tab for it, if not all that may open it. */
  tabOf?: Role[]
}

export type SectionName = 'today' | 'schedule' | 'people' | 'money' | 'content' | 'club' | 'you'

export type DashboardSection = {
  /** By role; the first name is for roles without one of their own. */
  names: [string, Partial<Record<Role, string>>?]
  icon: IconNode
  pages: DashboardPage[]
}

const sideMenu = texts.sideMenu
const buyers: Role[] = ['member', 'applied']

/** Every page of the dashboard by subject, in the order of menus and tabs. */
export const sections: Record<SectionName, DashboardSection> = {
  today: {
    names: ['Today'],
    icon: LayoutDashboard,
    pages: [
      { path: '', name: sideMenu.dashboard, permission: null, entryOf: ['admin'] },
      { path: 'arrivals', name: 'Who is coming', permission: 'visits.record' },
      { path: 'door', name: 'Code for the door', permission: 'visits.record', parent: 'arrivals' },
      { path: 'participants/:id', name: 'Who came', permission: 'attendance.mark', parent: '' },
      { path: 'desk', name: 'At the desk', permission: 'desk.use' },
      { path: 'cashDay', name: 'Cash day', permission: 'desk.use' },
      { path: 'house', name: 'Who’s in', permission: 'roster.read' },
      { path: 'covers', name: 'Cover wanted', permission: 'covers.take' },
      { path: 'notTold', name: 'Not told', permission: 'changes.tell' },
      { path: 'find', name: 'Find', permission: null, tabOf: [] },
      { path: 'correctEntry/:id', name: 'Correct how it was paid', permission: 'desk.use', parent: 'desk' },
      { path: 'sell/:id', name: 'Sell', permission: 'desk.use', parent: 'desk' },
      { path: 'takePayment/:id', name: 'Take payment', permission: 'desk.use', parent: 'desk' },
      { path: 'statement/:id', name: 'Statement', permission: null, parent: '' },
      { path: 'sign/:id', name: 'Sign the waiver', permission: null, parent: '' },
    ],
  },
  schedule: {
    names: ['Dates', { admin: 'Schedule' }],
    icon: CalendarClock,
    pages: [
      { path: 'week', name: 'Your dates', permission: null, tabOf: [...buyers, 'trainer'] },
      {
        path: 'manageSlots',
        name: sideMenu.manageSlots,
        permission: 'slots.manage',
        entryOf: ['trainer'],
      },
      { path: 'timetable', name: 'Class times', permission: 'classTimes.manage' },
      { path: 'rooms', name: 'Rooms', permission: 'rooms.manage' },
      { path: 'closures', name: 'Closed days', permission: 'closures.manage' },
      { path: 'absences', name: 'Absences', permission: 'absences.declare' },
      { path: 'expiringMakeUps', name: 'Make-ups that expire', permission: 'makeUps.give' },
      { path: 'calendar', name: 'In your calendar', permission: null, tabOf: [...buyers, 'trainer'] },
      { path: 'payment/:id', name: 'Payment', permission: null, parent: 'week' },
      { path: 'hour/:id', name: 'Your month', permission: null, parent: 'week' },
      { path: 'lesson/:id', name: 'Your hour', permission: null, parent: 'week' },
      { path: 'makeUp/:id', name: 'Make-up', permission: null, parent: 'week' },
      { path: 'receipt/:id', name: 'Receipt', permission: null, parent: 'week' },
      { path: 'closeHour/:id', name: 'Give up an hour', permission: 'slots.close', parent: 'manageSlots' },
    ],
  },
  people: {
    names: ['People', { trainer: 'Members' }],
    icon: UsersRound,
    pages: [
      { path: 'members', name: 'Members', permission: 'members.read' },
      { path: 'waiver', name: 'Waiver', permission: 'waivers.collect' },
      { path: 'newMember', name: 'New member', permission: 'members.add' },
      { path: 'mergeMember/:id', name: 'Merge two records', permission: 'members.merge', parent: 'members' },
      {
        path: 'claimCode/:id',
        name: 'A sign-in of their own',
        permission: 'members.invite',
        parent: 'members',
      },
      { path: 'formerMembers', name: 'Former members', permission: 'accounts.erase', parent: 'members' },
      { path: 'import', name: 'Bring people in', short: 'Import', permission: 'members.import' },
      {
        path: 'manageMember',
        name: sideMenu.manageMember,
        permission: 'lessons.give',
        entryOf: ['trainer'],
      },
      {
        path: 'allTrainers',
        name: sideMenu.allTrainers,
        permission: 'trainers.readAll',
        entryOf: ['admin'],
      },
      {
        path: 'appliedTrainers',
        name: sideMenu.appliedTrainers,
        permission: 'applications.decide',
        entryOf: ['admin'],
      },
      {
        path: 'allSubscribers',
        name: sideMenu.allSubscribers,
        permission: 'subscribers.manage',
        entryOf: ['admin'],
      },
      { path: 'bookFor/:id', name: 'Book an hour', permission: 'bookings.forMembers', parent: 'members' },
      { path: 'moveMonth/:id', name: 'Move a month', permission: 'months.change', parent: 'members' },
      { path: 'extendMonth/:id', name: 'Extend a month', permission: 'months.change', parent: 'members' },
      { path: 'owed/:id', name: 'Make-ups of a month', permission: 'makeUps.give', parent: 'members' },
    ],
  },
  money: {
    names: ['Money'],
    icon: Scale,
    pages: [
      { path: 'balance', name: sideMenu.balance, permission: 'balance.read', entryOf: ['admin'] },
      { path: 'invoices', name: 'Invoices', permission: 'invoices.readAll' },
      {
        path: 'correctInvoice/:id',
        name: 'Correct an invoice',
        permission: 'invoices.correct',
        parent: 'invoices',
      },
      { path: 'whatWeOwe', name: 'What we owe', permission: 'balance.read' },
      { path: 'disputes', name: 'Disputes', permission: 'balance.read' },
      { path: 'cardPayouts', name: 'Card payouts', permission: 'balance.read' },
      { path: 'figures', name: 'Figures', permission: 'office.overview' },
      { path: 'archive', name: 'Archive', permission: 'balance.read' },
      {
        path: 'takeBackPayout/:id',
        name: 'Take back a payout',
        permission: 'payouts.record',
        parent: 'balance',
      },
    ],
  },
  content: {
    names: ['Content', { member: 'Classes', applied: 'Classes' }],
    icon: Newspaper,
    pages: [
      { path: 'newsletter', name: 'Newsletter', permission: 'newsletter.write' },
      {
        path: 'addNewForum',
        name: sideMenu.addNewForum,
        permission: 'posts.write',
        entryOf: ['admin', 'trainer'],
      },
      { path: 'addNewClass', name: sideMenu.addNewClass, permission: 'classes.write', entryOf: ['trainer'] },
      {
        path: 'recommendedClasses',
        name: sideMenu.recommendedClasses,
        permission: null,
        entryOf: buyers,
        tabOf: buyers,
      },
      { path: 'reports', name: 'Reported posts', permission: 'content.moderate' },
      { path: 'gallery', name: 'Gallery management', short: 'Gallery', permission: 'gallery.manage' },
      { path: 'takeDown/:kind/:id', name: 'Take down', permission: 'content.moderate', parent: 'reports' },
    ],
  },
  club: {
    names: ['Club'],
    icon: Settings,
    pages: [
      { path: 'club', name: 'Club Settings', short: 'Settings', permission: 'club.settings' },
      { path: 'hourPrices', name: 'Prices of hours', short: 'Prices', permission: 'prices.manage' },
      {
        path: 'trainerPrices/:id',
        name: 'Prices of a trainer',
        permission: 'prices.manage',
        parent: 'hourPrices',
      },
      { path: 'offers', name: 'Price list', permission: 'prices.manage' },
      { path: 'policies', name: 'Rules of booking', short: 'Rules', permission: 'club.settings' },
      { path: 'retention', name: 'How long data stays', permission: 'club.settings', parent: 'club' },
      { path: 'health', name: 'Club Health', short: 'Health', permission: 'operations.read' },
      { path: 'mail', name: 'Email settings', permission: 'operations.read', parent: 'health' },
      {
        path: 'undelivered',
        name: 'Undelivered emails',
        permission: 'operations.read',
        parent: 'health',
      },
      { path: 'failedJobs', name: 'Failed tasks', permission: 'operations.read', parent: 'health' },
      { path: 'backups', name: 'Backups', permission: 'operations.read' },
      { path: 'auditLog', name: 'Audit log', permission: 'audit.read' },
      { path: 'files', name: 'Files for the office', short: 'Files', permission: 'office.overview' },
    ],
  },
  you: {
    names: ['You'],
    icon: SlidersHorizontal,
    pages: [
      { path: 'purchases', name: 'Purchases', permission: null, tabOf: buyers },
      { path: 'membership', name: 'Your membership', short: 'Membership', permission: null, tabOf: buyers },
      { path: 'order/:id', name: 'Purchase', permission: null, parent: 'purchases' },
      { path: 'activityLog', name: sideMenu.activityLog, permission: null, entryOf: buyers },
      { path: 'profileSettings', name: sideMenu.profileSettings, permission: null, entryOf: buyers },
    ],
  },
}

export const dashboardPages = Object.values(sections).flatMap(({ pages }) => pages)

/** Returns the roles and duties that may open a page. */
export const holdersOfPage = ({ permission }: DashboardPage): readonly Holder[] =>
  permission === null ? (Object.keys(roleNames) as Role[]) : holdersOf(permission)

/** Whether a viewer may open a page. */
export const mayOpen = (viewer: Access, { permission }: DashboardPage): boolean =>
  permission === null || can(viewer, permission)

/** The page at this address, or its parent. */
export function dashboardPageAt(address: string): DashboardPage | undefined {
  const [, , first = ''] = address.split('/')
  return dashboardPages.find(({ path }) => path.split('/')[0] === first)
}
