import {
  CalendarClock,
  CircleUserRound,
  LayoutDashboard,
  Newspaper,
  Scale,
  Settings,
  UsersRound,
  type IconNode,
} from 'lucide'
import { roleNames, type Role } from '#app/frame/viewer.ts'
import { texts } from '#copy/texts.ts'
import { can, holdersOf, type Access, type Holder, type Permission } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'

export type DashboardPage = {
  /** Path below /dashboard/; pages below it need the same permission. */
  path: string
  name: () => string
  /** Permission to open it; null for everyone signed in. Grants nothing: the operations check, and a test compares. */
  permission: Permission | null
  /** Roles whose menu names the page below its section, as agreed. */
  entryOf?: Role[]
  /** Name of its tab, if it is another one. */
  short?: () => string
  /** Path of the page whose tab is current on this page, which has no tab of its own. */
  parent?: string
  /** The same for roles that open it for others; of their own, `parent` is it. */
  parentFor?: Partial<Record<Role, string>>
  /** Whether it is refused to a guardian who acts for a member. */
  ownAccount?: true
  /** Roles with a tab for it, if not all that may open it. */
  tabOf?: Role[]
}

export type SectionName = 'today' | 'schedule' | 'people' | 'money' | 'content' | 'club' | 'you'

export type DashboardSection = {
  /** By role; the first name is for roles without one of their own. */
  names: [() => string, Partial<Record<Role, () => string>>?]
  icon: IconNode
  pages: DashboardPage[]
}

const buyers: Role[] = ['member', 'applied']

/** Every page of the dashboard by subject, in the order of menus and tabs. */
export const sections: Record<SectionName, DashboardSection> = {
  today: {
    names: [() => t('menu.today')],
    icon: LayoutDashboard,
    pages: [
      { path: '', name: () => texts.sideMenu.dashboard, permission: null, entryOf: ['admin'] },
      { path: 'arrivals', name: () => t('menu.whoIsComing'), permission: 'visits.record' },
      { path: 'door', name: () => t('menu.codeForTheDoor'), permission: 'visits.record', parent: 'arrivals' },
      { path: 'participants/:id', name: () => t('menu.whoCame'), permission: 'attendance.mark', parent: '' },
      { path: 'desk', name: () => t('menu.atTheDesk'), permission: 'desk.use' },
      { path: 'cashDay', name: () => t('menu.cashDay'), permission: 'desk.use' },
      { path: 'house', name: () => t('menu.whosIn'), permission: 'roster.read' },
      { path: 'covers', name: () => t('menu.coverWanted'), permission: 'covers.take' },
      { path: 'notTold', name: () => t('menu.notTold'), permission: 'changes.tell' },
      {
        path: 'correctEntry/:id',
        name: () => t('menu.correctHowItWasPaid'),
        permission: 'desk.use',
        parent: 'desk',
      },
      { path: 'sell/:id', name: () => t('menu.sell'), permission: 'desk.use', parent: 'desk' },
      { path: 'takePayment/:id', name: () => t('menu.takePayment'), permission: 'desk.use', parent: 'desk' },
      { path: 'statement/:id', name: () => t('menu.statement'), permission: null, parent: '' },
      { path: 'sign/:id', name: () => t('menu.signTheWaiver'), permission: null, parent: '' },
      { path: 'claimCode/:id', name: () => t('menu.aSignInOfTheirOwn'), permission: null, parent: '' },
    ],
  },
  schedule: {
    names: [() => t('menu.dates'), { admin: () => t('menu.schedule') }],
    icon: CalendarClock,
    pages: [
      { path: 'week', name: () => t('menu.yourDates'), permission: null, tabOf: [...buyers, 'trainer'] },
      {
        path: 'manageSlots',
        name: () => texts.sideMenu.manageSlots,
        permission: 'slots.manage',
        entryOf: ['trainer'],
      },
      { path: 'timetable', name: () => t('menu.classTimes'), permission: 'classTimes.manage' },
      { path: 'roomWeek', name: () => t('roomWeek.roomsByWeek'), permission: 'classTimes.manageAll' },
      { path: 'rooms', name: () => t('menu.rooms'), permission: 'rooms.manage' },
      { path: 'closures', name: () => t('menu.closedDays'), permission: 'closures.manage' },
      { path: 'absences', name: () => t('menu.absences'), permission: 'absences.declare' },
      { path: 'expiringMakeUps', name: () => t('menu.makeUpsThatExpire'), permission: 'makeUps.give' },
      {
        path: 'calendar',
        name: () => t('menu.inYourCalendar'),
        permission: null,
        tabOf: [...buyers, 'trainer'],
      },
      { path: 'payment/:id', name: () => t('menu.payment'), permission: null, parent: 'week' },
      { path: 'hour/:id', name: () => t('menu.yourMonth'), permission: null, parent: 'week' },
      {
        path: 'lesson/:id',
        name: () => t('menu.yourHour'),
        permission: null,
        parent: 'week',
        parentFor: { admin: '' },
      },
      { path: 'makeUp/:id', name: () => t('menu.makeUp'), permission: null, parent: 'week' },
      { path: 'receipt/:id', name: () => t('menu.receipt'), permission: null, parent: 'week' },
      {
        path: 'closeHour/:id',
        name: () => t('menu.giveUpAnHour'),
        permission: 'slots.close',
        parent: 'manageSlots',
        parentFor: { admin: 'members' },
      },
    ],
  },
  people: {
    names: [() => t('menu.people'), { trainer: () => t('menu.members') }],
    icon: UsersRound,
    pages: [
      { path: 'members', name: () => t('menu.members'), permission: 'members.read' },
      { path: 'waiver', name: () => t('menu.waiver'), permission: 'waivers.collect' },
      {
        path: 'trainee/:id',
        name: () => t('manageMember.member2'),
        permission: 'trainees.read',
        parent: 'manageMember',
      },
      { path: 'slippingAway', name: () => t('menu.slippingAway'), permission: 'members.contact' },
      { path: 'newMember', name: () => t('menu.newMember'), permission: 'members.add' },
      {
        path: 'mergeMember/:id',
        name: () => t('menu.mergeTwoRecords'),
        permission: 'members.merge',
        parent: 'members',
      },
      {
        path: 'formerMembers',
        name: () => t('menu.formerMembers'),
        permission: 'accounts.erase',
        parent: 'members',
      },
      {
        path: 'import',
        name: () => t('menu.bringPeopleIn'),
        short: () => t('menu.import'),
        permission: 'members.import',
      },
      {
        path: 'compareCharges',
        name: () => t('menu.compareCharges'),
        permission: 'members.import',
        parent: 'import',
      },
      {
        path: 'manageMember',
        name: () => texts.sideMenu.manageMember,
        permission: 'lessons.give',
        entryOf: ['trainer'],
      },
      {
        path: 'allTrainers',
        name: () => texts.sideMenu.allTrainers,
        permission: 'trainers.readAll',
        entryOf: ['admin'],
      },
      {
        path: 'appliedTrainers',
        name: () => texts.sideMenu.appliedTrainers,
        permission: 'applications.decide',
        entryOf: ['admin'],
      },
      {
        path: 'allSubscribers',
        name: () => texts.sideMenu.allSubscribers,
        permission: 'subscribers.manage',
        entryOf: ['admin'],
      },
      {
        path: 'bookFor/:id',
        name: () => t('menu.bookAnHour'),
        permission: 'bookings.forMembers',
        parent: 'members',
      },
      {
        path: 'moveMonth/:id',
        name: () => t('menu.moveAMonth'),
        permission: 'months.change',
        parent: 'members',
      },
      {
        path: 'extendMonth/:id',
        name: () => t('menu.extendAMonth'),
        permission: 'months.change',
        parent: 'members',
      },
      {
        path: 'owed/:id',
        name: () => t('menu.makeUpsOfAMonth'),
        permission: 'makeUps.give',
        parent: 'members',
      },
    ],
  },
  money: {
    names: [() => t('menu.money')],
    icon: Scale,
    pages: [
      { path: 'balance', name: () => texts.sideMenu.balance, permission: 'balance.read', entryOf: ['admin'] },
      { path: 'invoices', name: () => t('menu.invoices'), permission: 'invoices.readAll' },
      {
        path: 'correctInvoice/:id',
        name: () => t('menu.correctAnInvoice'),
        permission: 'invoices.correct',
        parent: 'invoices',
      },
      { path: 'memberships', name: () => t('menu.memberships'), permission: 'memberships.manage' },
      { path: 'codes', name: () => t('menu.codes'), permission: 'prices.manage' },
      { path: 'whatWeOwe', name: () => t('menu.whatWeOwe'), permission: 'balance.read' },
      { path: 'disputes', name: () => t('menu.disputes'), permission: 'balance.read' },
      { path: 'cardPayouts', name: () => t('menu.cardPayouts'), permission: 'balance.read' },
      { path: 'figures', name: () => t('menu.figures'), permission: 'office.overview' },
      { path: 'archive', name: () => t('menu.archive'), permission: 'balance.read' },
      {
        path: 'takeBackPayout/:id',
        name: () => t('menu.takeBackAPayout'),
        permission: 'payouts.record',
        parent: 'balance',
      },
    ],
  },
  content: {
    names: [() => t('menu.content'), { member: () => t('menu.classes'), applied: () => t('menu.classes') }],
    icon: Newspaper,
    pages: [
      { path: 'newsletter', name: () => t('menu.newsletter'), permission: 'newsletter.write' },
      {
        path: 'addNewForum',
        name: () => texts.sideMenu.addNewForum,
        permission: 'posts.write',
        entryOf: ['admin', 'trainer'],
      },
      {
        path: 'addNewClass',
        name: () => texts.sideMenu.addNewClass,
        permission: 'classes.write',
        entryOf: ['trainer'],
      },
      {
        path: 'recommendedClasses',
        name: () => texts.sideMenu.recommendedClasses,
        permission: null,
        entryOf: buyers,
        tabOf: buyers,
      },
      { path: 'reports', name: () => t('menu.reportedPosts'), permission: 'content.moderate' },
      {
        path: 'gallery',
        name: () => t('menu.galleryManagement'),
        short: () => t('menu.gallery'),
        permission: 'gallery.manage',
      },
      {
        path: 'takeDown/:kind/:id',
        name: () => t('menu.takeDown'),
        permission: 'content.moderate',
        parent: 'reports',
      },
    ],
  },
  club: {
    names: [() => t('menu.club')],
    icon: Settings,
    pages: [
      {
        path: 'club',
        name: () => t('menu.clubSettings'),
        short: () => t('menu.settings'),
        permission: 'club.settings',
      },
      {
        path: 'hourPrices',
        name: () => t('menu.pricesOfHours'),
        short: () => t('menu.prices'),
        permission: 'prices.manage',
      },
      {
        path: 'trainerPrices/:id',
        name: () => t('menu.pricesOfATrainer'),
        permission: 'prices.manage',
        parent: 'hourPrices',
      },
      { path: 'offers', name: () => t('menu.priceList'), permission: 'prices.manage' },
      {
        path: 'policies',
        name: () => t('menu.rulesOfBooking'),
        short: () => t('menu.rules'),
        permission: 'club.settings',
      },
      {
        path: 'ownWords',
        name: () => t('menu.ownWords'),
        permission: 'club.settings',
        parent: 'club',
      },
      {
        path: 'retention',
        name: () => t('menu.howLongDataStays'),
        permission: 'club.settings',
        parent: 'club',
      },
      {
        path: 'devices',
        name: () => t('menu.devicesOfTheClub'),
        permission: 'devices.manage',
        parent: 'club',
      },
      {
        path: 'health',
        name: () => t('menu.clubHealth'),
        short: () => t('menu.health'),
        permission: 'operations.read',
      },
      { path: 'mail', name: () => t('menu.emailSettings'), permission: 'operations.read', parent: 'health' },
      {
        path: 'undelivered',
        name: () => t('menu.undeliveredEmails'),
        permission: 'operations.read',
        parent: 'health',
      },
      {
        path: 'failedJobs',
        name: () => t('menu.failedTasks'),
        permission: 'operations.read',
        parent: 'health',
      },
      { path: 'backups', name: () => t('menu.backups'), permission: 'operations.read' },
      { path: 'auditLog', name: () => t('menu.auditLog'), permission: 'audit.read' },
      {
        path: 'files',
        name: () => t('menu.filesForTheOffice'),
        short: () => t('menu.files'),
        permission: 'office.overview',
      },
    ],
  },
  you: {
    names: [() => t('menu.you')],
    icon: CircleUserRound,
    pages: [
      { path: 'purchases', name: () => t('menu.purchases'), permission: null, tabOf: buyers },
      {
        path: 'membership',
        name: () => t('menu.yourMembership'),
        short: () => t('menu.membership'),
        permission: null,
        tabOf: buyers,
      },
      { path: 'giftCard/:id', name: () => t('offers.giftCard'), permission: null, parent: 'purchases' },
      { path: 'order/:id', name: () => t('menu.purchase'), permission: null, parent: 'purchases' },
      { path: 'family', name: () => t('family.heading'), permission: null, tabOf: buyers },
      {
        path: 'healthAnswers/:id',
        name: () => t('health.answersAboutHealth'),
        // one's own; the operation checks others
        permission: null,
        parent: 'profileSettings',
        parentFor: { trainer: 'manageMember', admin: 'members' },
      },
      { path: 'activityLog', name: () => texts.sideMenu.activityLog, permission: null, entryOf: buyers },
      {
        path: 'profileSettings',
        name: () => texts.sideMenu.profileSettings,
        permission: null,
        ownAccount: true,
        entryOf: buyers,
      },
    ],
  },
}

/** Finds across all sections. */
const find: DashboardPage = { path: 'find', name: () => t('menu.find'), permission: null }

export const dashboardPages = [find, ...Object.values(sections).flatMap(({ pages }) => pages)]

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

/** The page whose tab is current on this page; `role` is null on a page of one's own. */
export function tabPageOf(page: DashboardPage, role: Role | null): DashboardPage {
  const path = (role && page.parentFor?.[role]) ?? page.parent
  return dashboardPages.find((each) => each.path === path) ?? page
}
