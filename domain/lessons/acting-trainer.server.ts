import { z } from 'zod'
import type { Queryable } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { DomainError, invalidAt } from '#core/errors.ts'

/**
 * A trainer who works here: the person themself, or whom an admin names. Throws `invalid` when there is none, and
 * `forbidden` when anybody else names another one.
 */
export async function requireActingTrainer(
  from: Queryable,
  person: Person,
  trainerId?: string,
): Promise<{ id: string; userId: string; name: string }> {
  const trainer =
    person.role === 'admin' && !z.uuid().safeParse(trainerId).success
      ? undefined
      : await from
          .selectFrom('trainers')
          .where('retiredAt', 'is', null)
          .$if(person.role === 'admin', (query) => query.where('id', '=', trainerId!))
          .$if(person.role !== 'admin', (query) => query.where('userId', '=', person.id))
          .select(['id', 'userId', 'name'])
          .executeTakeFirst()
  if (trainer && person.role !== 'admin' && trainerId !== undefined && trainerId !== trainer.id)
    throw new DomainError('forbidden', 'Only an admin says it for another trainer.')
  if (trainer) return trainer
  throw invalidAt('trainerId', 'Choose a trainer.')
}
