import { sql } from 'kysely'
import { conflictAt } from '#core/errors.ts'
import { transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { insertMember } from './add-member.server.ts'
import { adultAge } from './guardians.rules.ts'
import { addGuardian, lockGuardian } from './guardians.server.ts'
import { childInput, newMemberInput, type ChildInput } from './new-member.input.ts'

/**
 * Adds a child of the actor as a member without a sign-in. The same id twice adds one. Throws `forbidden` for a guardian
 * who acts for another, `invalid` with a message per field, and `conflict` beyond the tenth.
 */
export async function addChild(actor: Actor, input: ChildInput): Promise<{ id: string; name: string }> {
  const person = requireOwnAccount(actor)
  const { id, name, birthDate } = parseInput(childInput, input)
  return transaction(async (trx) => {
    const guardian = await lockGuardian(trx, person.id)
    const known = await trx
      .selectFrom('guardians')
      .innerJoin('users', 'users.id', 'memberId')
      .where('memberId', '=', id)
      .where('guardianId', '=', guardian.id)
      .select(['users.id', 'name'])
      .executeTakeFirst()
    if (known) return known
    await requireChild(trx, birthDate)
    const { asksAboutSimilar: _, guardian: __, ...facts } = newMemberInput.parse({ id, name, birthDate })
    const memberId = await insertMember(trx, facts, person.id)
    await addGuardian(trx, memberId, guardian)
    return { id: memberId, name }
  })
}

async function requireChild(trx: Transaction, birthDate: Day): Promise<void> {
  const { isChild } = await trx
    .selectNoFrom(
      sql<boolean>`${birthDate}::date > club_today() - make_interval(years => ${adultAge})`.as('isChild'),
    )
    .executeTakeFirstOrThrow()
  if (!isChild) throw conflictAt('birthDate', t('refusal.fromOnPeopleSign', { adultAge }))
}
