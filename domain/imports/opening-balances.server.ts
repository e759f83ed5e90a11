import { db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { t } from '#messages/t.ts'

/** What a member had left of a membership or card in another program. */
export type OpeningBalance = {
  source: string
  /** The offer that it became here, or its name there. */
  membership: string
  trainerName: string | null
  creditsLeft: number | null
  runsUntil: Day | null
  priceCents: number | null
  nextChargeOn: Day | null
}

/** Returns what a member brought over, by program. Throws `forbidden` without the permission `members.read`. */
export async function listOpeningBalances(actor: Actor, memberId: string): Promise<OpeningBalance[]> {
  requirePermission(actor, 'members.read')
  return db
    .selectFrom('openingBalances')
    .leftJoin('offers', 'offers.id', 'offerId')
    .leftJoin('trainers', 'trainers.id', 'openingBalances.trainerId')
    .where('memberId', '=', requireId(memberId, t('refusal.thisPerson')))
    .orderBy('source')
    .select((eb) => eb.fn.coalesce('offers.title', 'membership').as('membership'))
    .select(['source', 'trainers.name as trainerName', 'creditsLeft', 'runsUntil'])
    .select(['openingBalances.priceCents', 'nextChargeOn'])
    .execute()
}
