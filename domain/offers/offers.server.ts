import { sql, type Selectable } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Tables } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { offerInput, type OfferInput } from './offers.input.ts'
import type { OfferTerms } from './offers.rules.ts'

/** An offer on the price list. */
export type Offer = OfferTerms & { id: string; version: number; createdAt: Date }

/** An offer as the office sees it. */
export type OfficeOffer = Offer & { withdrawnAt: Date | null; replacesId: string | null }

const toOffer = (row: Selectable<Tables['offers']>): OfficeOffer => {
  const { setBy: _, ...offer } = row
  return offer
}

/** SQL for the order of the price list: by classes, as many as one likes last, then by price. */
const byClassesAndPrice = sql`coalesce(classes, 1000), price_cents, id`

/** Whether a person has paid for anything here. */
const hasPaid = async (memberId: string): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .where('buyerId', '=', memberId)
    .where('paidAt', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** SQL predicate: the actor has or had a trial, which is once a person. */
const hadTrial = (actor: Actor) =>
  actor.kind === 'person'
    ? sql<boolean>`exists (select from orders where holder_id = ${actor.id} and orders.kind = 'trial'
        and state not in ('expired', 'cancelled'))`
    : sql<boolean>`false`

/**
 * Returns the offers that the actor can buy, in the order of the price list. Visitors see what newcomers can buy. What
 * only the desk sells is left out.
 */
export async function listOffers(actor: Actor): Promise<Offer[]> {
  const isMember = actor.kind === 'person' && (await hasPaid(actor.id))
  const rows = await db
    .selectFrom('offers')
    .selectAll()
    .where('withdrawnAt', 'is', null)
    .where('soldTo', 'in', ['everybody', isMember ? 'members' : 'newcomers'])
    .where((eb) => eb.or([eb('kind', '<>', 'trial'), sql<boolean>`not ${hadTrial(actor)}`]))
    .orderBy(byClassesAndPrice)
    .execute()
  return rows.map(toOffer)
}

/** Returns an offer that the actor can buy. Throws `not-found` for any other. */
export async function getOffer(actor: Actor, id: string): Promise<Offer> {
  const wanted = requireId(id, t('refusal.thisOffer'))
  const found = (await listOffers(actor)).find((offer) => offer.id === wanted)
  if (!found) throw notFound(t('refusal.thisOffer'))
  return found
}

/** Returns all offers, newest version first. Throws `forbidden` without the permission `prices.manage`. */
export async function listOffersForOffice(actor: Actor): Promise<OfficeOffer[]> {
  requirePermission(actor, 'prices.manage')
  const rows = await db
    .selectFrom('offers')
    .selectAll()
    .orderBy('kind')
    .orderBy(byClassesAndPrice)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(toOffer)
}

/**
 * Returns an offer, and the versions it replaced, newest first. Throws `forbidden` without the permission
 * `prices.manage`, and `not-found`.
 */
export async function getOfferForOffice(
  actor: Actor,
  id: string,
): Promise<{ offer: OfficeOffer; versions: OfficeOffer[] }> {
  requirePermission(actor, 'prices.manage')
  const { rows } = await sql<Selectable<Tables['offers']>>`
    with recursive older as (
      select * from offers where id = ${requireId(id, t('refusal.thisOffer'))}
      union all
      select offers.* from offers join older on offers.id = older.replaces_id)
    select * from older order by version desc`.execute(db)
  const versions = rows.map(toOffer)
  const [offer] = versions
  if (!offer) throw notFound(t('refusal.thisOffer'))
  return { offer, versions }
}

/** Returns the id of the newest version of an offer. Throws as `getOfferForOffice`. */
export async function findNewestVersion(actor: Actor, id: string): Promise<string> {
  requirePermission(actor, 'prices.manage')
  const { rows } = await sql<{ id: string }>`
    with recursive newer as (
      select id, version from offers where id = ${requireId(id, t('refusal.thisOffer'))}
      union all
      select offers.id, offers.version from offers join newer on offers.replaces_id = newer.id)
    select id from newer order by version desc limit 1`.execute(db)
  const [newest] = rows
  if (!newest) throw notFound(t('refusal.thisOffer'))
  return newest.id
}

/**
 * Adds an offer to the price list; audited. Throws `forbidden` without the permission `prices.manage`, and `invalid`
 * with a message per field.
 */
export async function addOffer(actor: Actor, input: OfferInput): Promise<{ id: string }> {
  const admin = requirePermission(actor, 'prices.manage')
  const offer = parseInput(offerInput, input)
  return transaction((trx) => insertOffer(trx, { ...offer, setBy: admin.id }))
}

/**
 * Replaces an offer: the old one is withdrawn, and its buyers keep its terms. Equal terms replace nothing and
 * return the same id. Audited. Throws `forbidden` without the permission `prices.manage`, `not-found`, `invalid` with a
 * message per field, and `conflict` when it is withdrawn or replaced already.
 */
export async function replaceOffer(actor: Actor, id: string, input: OfferInput): Promise<{ id: string }> {
  const admin = requirePermission(actor, 'prices.manage')
  const { offer: before } = await getOfferForOffice(actor, id)
  const offer = parseInput(offerInput, { ...input, kind: before.kind })
  const isSame = Object.entries(offer).every(([name, value]) => before[name as keyof OfferTerms] === value)
  if (isSame && before.withdrawnAt === null) return { id: before.id }
  try {
    return await transaction((trx) =>
      insertOffer(trx, { ...offer, setBy: admin.id, replacesId: before.id }, before),
    )
  } catch (error) {
    if (violates(error, 'replaced_on_sale') || violates(error, 'offers_replaces_id_key')) throw isWithdrawn()
    throw error
  }
}

/**
 * Takes an offer off the price list; its buyers keep it. Audited. Throws `forbidden` without the permission
 * `prices.manage`, `not-found`, and `conflict` when it is withdrawn already.
 */
export async function withdrawOffer(actor: Actor, id: string): Promise<void> {
  const admin = requirePermission(actor, 'prices.manage')
  const { offer } = await getOfferForOffice(actor, id)
  await transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('offers')
      .set({ withdrawnAt: clubNow })
      .where('id', '=', offer.id)
      .where('withdrawnAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw isWithdrawn()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'withdraw offer',
      subjectKind: 'offer',
      subjectId: offer.id,
      before: factsOf(offer),
    })
  })
}

const isWithdrawn = () => conflict(t('refusal.thisOfferIsNot'))

type NewOffer = Omit<OfferTerms, 'currency'> & { setBy: string; replacesId?: string }

async function insertOffer(trx: Transaction, offer: NewOffer, before?: OfficeOffer): Promise<{ id: string }> {
  const added = await trx.insertInto('offers').values(offer).returning('id').executeTakeFirstOrThrow()
  await recordAudit(trx, {
    actorId: offer.setBy,
    action: before ? 'replace offer' : 'add offer',
    subjectKind: 'offer',
    subjectId: added.id,
    ...(before && { before: factsOf(before) }),
    after: factsOf(offer),
  })
  return added
}

const factsOf = (offer: Omit<OfferTerms, 'currency'>) => ({
  title: offer.title,
  priceCents: offer.priceCents,
  classes: offer.classes,
  periodMonths: offer.periodMonths,
  minMonths: offer.minMonths,
  noticeDays: offer.noticeDays,
  validDays: offer.validDays,
  soldTo: offer.soldTo,
})
