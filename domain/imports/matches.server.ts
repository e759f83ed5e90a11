import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

type Matches = { trainers: { id: string; name: string }[]; offers: { id: string; title: string }[] }

/**
 * Returns the trainers and offers that values of an import can become. Throws `forbidden` without the permission
 * `members.import`.
 */
export async function listMatches(actor: Actor): Promise<Matches> {
  requirePermission(actor, 'members.import')
  const trainers = await db
    .selectFrom('trainers')
    .where('retiredAt', 'is', null)
    .orderBy('name')
    .select(['id', 'name'])
    .execute()
  const offers = await db
    .selectFrom('offers')
    .where('withdrawnAt', 'is', null)
    .where('kind', 'in', ['membership', 'pack'])
    .orderBy('title')
    .select(['id', 'title'])
    .execute()
  return { trainers, offers }
}
