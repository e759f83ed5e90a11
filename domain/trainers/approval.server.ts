import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { readOpeningSpans } from '#domain/club/club.server.ts'
import { outsideHoursNote } from '#domain/club/opening-hours.rules.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { reclaimLessons } from '#domain/lessons/absences/affected-lessons.server.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { readSlotPriceCents } from '#domain/offers/price-settings.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { applicationApproved } from '#domain/trainers/letters/application-approved.ts'
import { applicationDeclined } from '#domain/trainers/letters/application-declined.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { approvalInput, declineInput, type ApprovalInput, type DeclineInput } from './trainers.input.ts'
import { previewSlots } from './trainers.rules.ts'

/** An application as an admin sees it. */
export type Application = {
  id: string
  name: string
  email: string
  portrait: Portrait | null
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
  state: 'pending' | 'approved' | 'declined' | 'withdrawn'
  /** Reason of a decline. */
  reason: string | null
  appliedAt: Date
  decidedAt: Date | null
}

const applications = () =>
  db
    .selectFrom('trainerApplications')
    .innerJoin('users', 'users.id', 'trainerApplications.userId')
    .innerJoin('members', 'members.userId', 'trainerApplications.userId')
    .leftJoin('images', (join) =>
      join.on((eb) => eb('images.id', '=', eb.fn.coalesce('trainerApplications.photoId', 'members.photoId'))),
    )
    .select((eb) => [
      'trainerApplications.id',
      'trainerApplications.name',
      eb.ref('users.email').$notNull().as('email'),
      portraitJson('images', 'users').as('portrait'),
      'trainerApplications.yearsOfExperience',
      'trainerApplications.hoursADay',
      'trainerApplications.weekdays',
      'trainerApplications.skills',
      'trainerApplications.state',
      'trainerApplications.reason',
      'trainerApplications.createdAt as appliedAt',
      'trainerApplications.decidedAt',
    ])

/**
 * Returns a page of the open applications, oldest first, at most 1,000. Throws `forbidden` without the permission
 * `applications.decide`.
 */
export async function listApplications(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<Application>> {
  requirePermission(actor, 'applications.decide')
  const { limit, offset } = clampPageRange(range, 1000)
  const [items, count] = await Promise.all([
    applications()
      .where('trainerApplications.state', '=', 'pending')
      .orderBy('trainerApplications.createdAt')
      .orderBy('trainerApplications.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('trainerApplications')
      .where('state', '=', 'pending')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total: count.total }
}

/**
 * Returns an application in any state. Throws `forbidden` without the permission `applications.decide`, and
 * `not-found`.
 */
export async function getApplication(actor: Actor, id: string): Promise<Application> {
  requirePermission(actor, 'applications.decide')
  const found = await applications()
    .where('trainerApplications.id', '=', requireId(id, t('refusal.thisApplication')))
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisApplication'))
  return found
}

/** Returns a sentence about the hours of an application that are outside the opening hours, or null. */
export const describeOutsideHours = async ({
  hoursADay,
  weekdays,
}: Pick<Application, 'hoursADay' | 'weekdays'>): Promise<string | null> =>
  outsideHoursNote(await readOpeningSpans(), {
    weekdays,
    startHours: previewSlots(hoursADay, 0).map(({ startHour }) => startHour),
  })

/**
 * Approves an application, given its id or the applicant's email address: creates the trainer and the slots, at the
 * given price or the club's. Throws `forbidden` without the permission `applications.decide`, `not-found`, and `invalid`
 * for a price out of bounds. Throws `conflict` when the application is not open; of two admins at once, one succeeds.
 */
export async function approveApplication(
  actor: Actor,
  idOrEmail: string,
  input: ApprovalInput = {},
): Promise<{ trainerId: string; name: string }> {
  const admin = requirePermission(actor, 'applications.decide')
  const chosen = parseInput(approvalInput, input)
  return transaction(async (trx) => {
    await lockSchedule(trx)
    const id = await requireOpenApplication(trx, idOrEmail)
    const application = await trx
      .updateTable('trainerApplications')
      .set({ state: 'approved', decidedAt: clubNow, decidedBy: admin.id })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning(['userId', 'name', 'yearsOfExperience', 'hoursADay', 'weekdays', 'skills', 'photoId'])
      .executeTakeFirst()
    if (!application) throw alreadyDecided()
    await changeRole(trx, application.userId, 'trainer')
    const priceCents = chosen.priceCents ?? (await readSlotPriceCents(trx))
    const trainerId = await appoint(trx, application, priceCents)
    await recordActivity(trx, {
      userId: application.userId,
      kind: 'application',
      summary: message('activity.youAreTrainer'),
      detail: message('activity.applicationApproved'),
    })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'approve application',
      subjectKind: 'application',
      subjectId: id,
      before: { state: 'pending', role: 'applied' },
      after: { state: 'approved', role: 'trainer', name: application.name, trainerId, priceCents },
    })
    const { userId, hoursADay, weekdays } = application
    await queueMail(trx, applicationApproved, { to: { userId }, cause: id, facts: { hoursADay, weekdays } })
    return { trainerId, name: application.name }
  })
}

/**
 * Declines an application with a reason for the applicant, who is a member again and may reapply. Throws `forbidden`
 * without the permission `applications.decide`, `not-found`, `invalid` without a reason, and `conflict` when it is
 * not open.
 */
export async function declineApplication(
  actor: Actor,
  id: string,
  input: DeclineInput,
): Promise<{ name: string }> {
  const admin = requirePermission(actor, 'applications.decide')
  const { id: applicationId } = await getApplication(actor, id)
  const { reason } = parseInput(declineInput, input)
  return transaction(async (trx) => {
    const application = await trx
      .updateTable('trainerApplications')
      .set({ state: 'declined', reason, decidedAt: clubNow, decidedBy: admin.id })
      .where('id', '=', applicationId)
      .where('state', '=', 'pending')
      .returning(['userId', 'name'])
      .executeTakeFirst()
    if (!application) throw alreadyDecided()
    await changeRole(trx, application.userId, 'member')
    await recordActivity(trx, {
      userId: application.userId,
      kind: 'application',
      summary: message('activity.applicationDeclined'),
      detail: message('activity.dashboardSaysWhy'),
    })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'decline application',
      subjectKind: 'application',
      subjectId: applicationId,
      before: { state: 'pending', role: 'applied' },
      after: { state: 'declined', role: 'member', name: application.name, reason },
    })
    const { userId } = application
    await queueMail(trx, applicationDeclined, { to: { userId }, cause: applicationId, facts: { reason } })
    return { name: application.name }
  })
}

const alreadyDecided = () => conflict(t('refusal.thisApplicationHasAlready'))

async function requireOpenApplication(trx: Transaction, idOrEmail: string): Promise<string> {
  const byEmail = idOrEmail.includes('@')
  const found = await trx
    .selectFrom('users')
    .leftJoin('trainerApplications', (join) => {
      const own = join.onRef('trainerApplications.userId', '=', 'users.id')
      return byEmail ? own.on('trainerApplications.state', '=', 'pending') : own
    })
    .where((eb) =>
      byEmail
        ? eb('users.email', '=', normalizeEmail(idOrEmail))
        : eb('trainerApplications.id', '=', requireId(idOrEmail, t('refusal.thisApplication'))),
    )
    .select('trainerApplications.id')
    .executeTakeFirst()
  if (!found) throw notFound(byEmail ? t('refusal.thisPerson') : t('refusal.thisApplication'))
  if (found.id === null) throw conflict(t('refusal.thisPersonHasNo'))
  return found.id
}

// PostgreSQL rejects text with NUL or a lone surrogate
const normalizeEmail = (email: string) => email.trim().toLowerCase().toWellFormed().replaceAll('\u0000', '')

async function changeRole(trx: Transaction, userId: string, role: 'trainer' | 'member'): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('members')
    .set({ role, updatedAt: clubNow })
    .where('userId', '=', userId)
    .where('role', '=', 'applied')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw alreadyDecided()
}

type Appointment = {
  userId: string
  name: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
  photoId: string | null
}

/** Inserts a trainer and slots, or restores a former trainer with the sold lessons that no other trainer took. */
async function appoint(trx: Transaction, appointment: Appointment, priceCents: number): Promise<string> {
  const { userId: _, ...facts } = appointment
  const { id } = await trx
    .insertInto('trainers')
    .values(appointment)
    .onConflict((target) => target.column('userId').doUpdateSet({ ...facts, retiredAt: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('slots')
    .values(previewSlots(appointment.hoursADay, priceCents).map((slot) => ({ ...slot, trainerId: id })))
    .onConflict((target) => target.doNothing())
    .execute()
  await reclaimLessons(trx, id)
  return id
}
