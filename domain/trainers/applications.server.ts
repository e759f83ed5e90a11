import { conflict } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, requirePerson, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { requireOwnPicture } from '#domain/pictures/picture-queries.server.ts'
import { applicationReceived } from '#domain/trainers/letters/application-received.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { applicationInput, type ApplicationInput } from './trainers.input.ts'

/** An application as its applicant sees it. */
export type OwnApplication = {
  id: string
  state: 'pending' | 'approved' | 'declined' | 'withdrawn'
  /** Reason of a decline. */
  reason: string | null
  name: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
  appliedAt: Date
  decidedAt: Date | null
}

const alreadyWaiting = () => conflict(t('refusal.weAlreadyHaveYour'))

/**
 * Submits an application and gives the member the role `applied`. Returns its id. Throws `invalid` by field, and
 * `conflict` for trainers, admins and members with an open application.
 */
export async function applyToBeTrainer(actor: Actor, input: ApplicationInput): Promise<{ id: string }> {
  const person = requireOwnAccount(actor)
  const { photo, ...application } = parseInput(applicationInput, input)
  try {
    return await transaction(async (trx) => {
      const photoId = photo && (await requireOwnPicture(trx, person.id, photo))
      await becomeApplicant(trx, person.id)
      const applied = await trx
        .insertInto('trainerApplications')
        .values({ ...application, photoId, userId: person.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordActivity(trx, {
        userId: person.id,
        kind: 'application',
        summary: message('activity.youApplied'),
      })
      const { hoursADay, weekdays } = application
      await queueMail(trx, applicationReceived, {
        to: { userId: person.id },
        cause: applied.id,
        facts: { hoursADay, weekdays },
      })
      return applied
    })
  } catch (error) {
    if (violates(error, 'one_open_application')) throw alreadyWaiting()
    throw error
  }
}

async function becomeApplicant(trx: Transaction, userId: string): Promise<void> {
  const member = await trx
    .selectFrom('members')
    .select('role')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (member?.role === 'applied') throw alreadyWaiting()
  if (member?.role === 'trainer') throw conflict(t('refusal.youAreAlreadyA'))
  if (member?.role !== 'member') throw conflict(t('refusal.anAdminCantApply'))
  await trx
    .updateTable('members')
    .set({ role: 'applied', updatedAt: clubNow })
    .where('userId', '=', userId)
    .execute()
}

/** Returns the actor's latest application, or null. Throws `unauthenticated`. */
export async function findMyApplication(actor: Actor): Promise<OwnApplication | null> {
  const person = requirePerson(actor)
  const found = await db
    .selectFrom('trainerApplications')
    .where('userId', '=', person.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .select([
      'id',
      'state',
      'reason',
      'name',
      'yearsOfExperience',
      'hoursADay',
      'weekdays',
      'skills',
      'createdAt as appliedAt',
      'decidedAt',
    ])
    .executeTakeFirst()
  return found ?? null
}

/** Withdraws a person's open application when their role changes. Returns whether there was one. */
export async function withdrawApplication(trx: Transaction, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trainerApplications')
    .set({ state: 'withdrawn', decidedAt: clubNow })
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
