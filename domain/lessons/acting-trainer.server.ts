import { z } from 'zod'
import { DomainError, invalidAt } from '#core/errors.ts'
import type { Queryable } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'

/**
 * Returns the trainer an operation acts for: the one named by an admin, or the actor. Throws `invalid` without an
 * active trainer, and `forbidden` when a trainer names another.
 */
export async function requireActingTrainer(
  from: Queryable,
  person: Person,
  trainerId?: string,
): Promise<{ id: string; userId: string; name: string }> {
  const namesTrainer = can(person, 'absences.manageAll')
  const trainer =
    namesTrainer && !z.uuid().safeParse(trainerId).success
      ? undefined
      : await from
          .selectFrom('trainers')
          .where('retiredAt', 'is', null)
          .$if(namesTrainer, (query) => query.where('id', '=', trainerId!))
          .$if(!namesTrainer, (query) => query.where('userId', '=', person.id))
          .select(['id', 'userId', 'name'])
          .executeTakeFirst()
  if (trainer && !namesTrainer && trainerId !== undefined && trainerId !== trainer.id)
    throw new DomainError('forbidden', t('refusal.onlyAnAdminCan'))
  if (trainer) return trainer
  throw invalidAt('trainerId', t('refusal.chooseATrainer'))
}
