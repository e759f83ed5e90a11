import type { Duty, Role } from '#db/tables.ts'

/** A role, or a duty that a person has beside their role. */
export type Holder = Role | Duty

/**
 * The one table of permissions: which roles and duties may do what. Operations require one in their first line, pages
 * of the dashboard and calls of REST name one, screens ask `can`. What belongs to a person (their booking, their class,
 * the lessons they give) is checked by its operation in addition.
 */
export const permissions = {
  // people
  'members.read': ['admin', 'reception'],
  'members.export': ['admin'],
  'members.add': ['admin', 'reception'],
  'members.invite': ['admin', 'reception'],
  'guardians.change': ['admin', 'reception'],
  'notes.write': ['admin', 'reception'],
  'members.contact': ['admin', 'trainer', 'reception'],
  'waivers.collect': ['admin', 'reception'],
  'waivers.write': ['admin'],
  'health.read': ['admin', 'trainer'],
  'trainees.read': ['trainer'],
  'members.merge': ['admin'],
  'members.resetPassword': ['admin'],
  'members.changeContact': ['admin', 'reception'],
  'members.import': ['admin'],
  'accounts.erase': ['admin'],
  'subscribers.manage': ['admin'],

  // bookings and months
  'bookings.readAll': ['admin', 'reception'],
  'bookings.forMembers': ['admin', 'reception'],
  'months.change': ['admin'],
  'makeUps.give': ['admin'],
  'slots.close': ['admin', 'trainer'],

  // schedule
  'visits.record': ['admin', 'reception'],
  'attendance.mark': ['admin', 'trainer', 'reception'],
  'attendance.markAll': ['admin', 'reception'],
  'roster.read': ['admin', 'reception'],
  'lessons.readAll': ['admin', 'reception'],
  'lessons.manageAll': ['admin'],
  'lessons.give': ['trainer'],
  'closures.manage': ['admin'],
  'absences.declare': ['admin', 'trainer'],
  'absences.manageAll': ['admin'],
  'changes.tell': ['admin', 'trainer', 'reception'],
  'changes.tellAll': ['admin', 'reception'],
  'covers.take': ['admin', 'trainer'],
  'covers.offered': ['trainer'],
  'covers.assign': ['admin'],

  // trainers
  'slots.manage': ['trainer'],
  'trainerPage.change': ['trainer'],
  'trainers.readAll': ['admin'],
  'applications.decide': ['admin'],
  'roles.change': ['admin'],

  // money
  'desk.use': ['admin', 'reception'],
  'refunds.make': ['admin'],
  'receipts.readAll': ['admin', 'reception'],
  'balance.read': ['admin'],
  'invoices.readAll': ['admin'],
  'invoices.correct': ['admin'],
  'statements.readAll': ['admin'],
  'payouts.record': ['admin'],
  'shares.manage': ['admin'],

  // classes that can be booked
  'rooms.manage': ['admin'],
  'classTimes.manage': ['admin', 'trainer'],
  'classTimes.manageAll': ['admin'],

  // content
  'classes.write': ['trainer'],
  'posts.write': ['admin', 'trainer'],
  'posts.manageAll': ['admin'],
  'content.moderate': ['admin'],
  'gallery.manage': ['admin'],
  'newsletter.write': ['admin'],

  // the club itself
  'office.overview': ['admin'],
  'club.settings': ['admin'],
  'devices.manage': ['admin'],
  'prices.manage': ['admin'],
  'memberships.manage': ['admin'],
  'testimonials.manage': ['admin'],
  'operations.read': ['admin'],
  'letters.resend': ['admin'],
  'audit.read': ['admin'],

  // other people's data: shorter sessions, a second factor asked for, stricter limits of guessing
  'account.protected': ['admin', 'trainer', 'reception'],
} as const satisfies Record<string, readonly Holder[]>

export type Permission = keyof typeof permissions

/** The columns of `members` that decide on a person's permissions. */
export const accessColumns = ['members.role', 'members.duty'] as const
export type Access = { role: Role; duty?: Duty | null }

/** Access in a row, null in an account without a member record. */
export type StoredAccess = { [Column in keyof Access]: Access[Column] | null }

/** Returns the access in a row, or that of a new member. */
export const accessOf = ({ role, duty = null }: StoredAccess): Access => ({ role: role ?? 'member', duty })

/** Returns the roles and duties that have the permission. */
export const holdersOf = (permission: Permission): readonly Holder[] => permissions[permission]

/** Whether a viewer with this access may do it; false for a visitor. */
export const can = (viewer: Access | null | undefined, permission: Permission): boolean =>
  Boolean(viewer && holdersOf(permission).some((holder) => holder === viewer.role || holder === viewer.duty))
