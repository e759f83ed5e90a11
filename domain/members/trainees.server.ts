import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { t } from '#messages/t.ts'
import { adultAge } from './guardians.rules.ts'
import { isUnder } from './guardians.server.ts'

/** Days after a lesson in which its trainer still sees the member. */
const daysAfterLesson = 30

/** SQL predicate: the trainer has a paid hour of the member, or a lesson with them now, ahead or in the last 30 days. */
const trains = (trainerUserId: string, memberId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select from bookings join slots on slots.id = slot_id join trainers on trainers.id = slots.trainer_id
    where buyer_id = ${memberId} and bookings.state = 'paid' and trainers.user_id = ${trainerUserId})
  or exists (select from participants join lessons on lessons.id = lesson_id join trainers on trainers.id = lessons.trainer_id
    where member_id = ${memberId} and participants.state = 'booked' and lessons.state = 'planned'
      and starts_at > club_now() - make_interval(days => ${daysAfterLesson}::integer) and trainers.user_id = ${trainerUserId}))`

/** A member as their trainer sees them. */
export type Trainee = { id: string; name: string; emergencyContact: string; isChild: boolean }

/**
 * Returns a member whom the actor trains. Throws `forbidden` without the permission `trainees.read`, and `not-found` for
 * everybody else.
 */
export async function readTrainee(actor: Actor, memberId: string): Promise<Trainee> {
  const trainer = requirePermission(actor, 'trainees.read')
  const id = requireId(memberId, t('refusal.thisPerson'))
  const found = await db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.id', '=', id)
    .where('erasedAt', 'is', null)
    .where(trains(trainer.id, id))
    .select(['users.id', 'name', 'emergencyContact', isUnder(adultAge).as('isChild')])
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisPerson'))
  return found
}

/** Requires that the person trains the member. Throws `not-found`. */
export async function requireTrainerOf(person: Person, memberId: string): Promise<void> {
  const { isTrained } = await db
    .selectNoFrom(trains(person.id, memberId).as('isTrained'))
    .executeTakeFirstOrThrow()
  if (!isTrained) throw notFound(t('refusal.thisPerson'))
}
