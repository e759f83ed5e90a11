import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { conflict } from '#core/errors.ts'
import { applicationReceived } from '#domain/trainers/letters/application-received.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { parseInput } from '#domain/input.ts'
import { requireOwnPicture } from '#domain/pictures/picture-queries.server.ts'
import { applicationInput, type ApplicationInput } from './trainers.input.ts'

/** How an application stands, as its applicant may know. */
export type OwnApplication = {
  id: string
  state: 'pending' | 'approved' | 'declined' | 'withdrawn'
  /** Why it was declined; null otherwise. */
  reason: string | null
  name: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
  appliedAt: Date
  decidedAt: Date | null
}

const alreadyWaiting = () => conflict('Your application is in already. An admin will answer it.')

/**
 * Hands in an application and makes the member an applicant. Throws `conflict` for trainers, admins and
 * whoever has an open application, and `invalid` with a message for each field.
 */
export async function applyToBeTrainer(actor: Actor, input: ApplicationInput): Promise<{ id: string }> {
  const person = requirePerson(actor)
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
        summary: 'You applied to train here',
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
  if (member?.role === 'trainer') throw conflict('You are a trainer already.')
  if (member?.role !== 'member') throw conflict('An admin cannot apply to be a trainer.')
  await trx
    .updateTable('members')
    .set({ role: 'applied', updatedAt: clubNow })
    .where('userId', '=', userId)
    .execute()
}

/** The newest application of the one who asks, or null when there never was one. */
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

/** Takes back the open application of somebody whose role is changed otherwise; part of that transaction. */
export async function withdrawApplication(trx: Transaction, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trainerApplications')
    .set({ state: 'withdrawn', decidedAt: clubNow })
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
