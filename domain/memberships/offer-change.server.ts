import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { getOffer, listOffers, type Offer } from '#domain/offers/offers.server.ts'
import { formatIsoDay } from '#format/date-time.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { membershipChanges } from './letters/membership-changes.ts'
import { noOfferChange } from './memberships.rules.ts'
import { endsFrom, requireRunning, type Membership } from './memberships.server.ts'

/** Another membership that the member can change to, and when it begins. */
export type OfferChoice = { offer: Offer; from: Date }

/** Returns the memberships that the actor can change to. Throws `not-found` without a running membership. */
export async function listOfferChoices(actor: Actor): Promise<OfferChoice[]> {
  const membership = await requireChangeable(db, requirePerson(actor).id)
  const current = await readCurrent(db, membership.id)
  const offers = (await listOffers(actor)).filter(
    ({ kind, id }) => kind === 'membership' && id !== current.offerId,
  )
  return Promise.all(
    offers.map(async (offer) => ({ offer, from: await firstBegin(db, membership, offer.priceCents) })),
  )
}

/**
 * Changes the actor's membership to another offer, from the first period that is not ordered yet; a cheaper one from the
 * end of the shortest time. Nothing is charged now. Returns when it begins. Throws `not-found` without a running
 * membership or for an offer that the actor cannot buy, and `conflict` when it is cancelled or the price has changed.
 */
export async function changeMembership(
  actor: Actor,
  offerId: string,
  { expectedPriceCents }: { expectedPriceCents: number },
): Promise<{ from: Date }> {
  const person = requirePerson(actor)
  const offer = await getOffer(actor, offerId)
  if (offer.kind !== 'membership') throw notFound(t('refusal.thisMembership'))
  if (expectedPriceCents !== offer.priceCents) throw conflict(t('refusal.thePriceOfThis'))
  return transaction(async (trx) => {
    const membership = await lockMembership(trx, person.id)
    const { offerId: currentId } = await readCurrent(trx, membership.id)
    if (currentId === offer.id) throw conflict(t('refusal.thisIsTheMembership'))
    const from = await firstBegin(trx, membership, offer.priceCents)
    const { toldAt } = await trx
      .updateTable('memberships')
      .set({ nextOfferId: offer.id, nextOfferFrom: from, nextOfferToldAt: clubNow, nextOfferBy: 'member' })
      .where('id', '=', membership.id)
      .returning('nextOfferToldAt as toldAt')
      .$narrowType<{ toldAt: Date }>()
      .executeTakeFirstOrThrow()
    const { title } = membership
    const { title: newTitle, priceCents: newCents, currency } = offer
    await queueMail(trx, membershipChanges, {
      to: { userId: person.id },
      cause: `${membership.id} ${toldAt.toISOString()}`,
      facts: { title, newTitle, newCents, currency, from },
    })
    const { timeZone } = await clubFacts(trx)
    await recordActivity(trx, {
      userId: person.id,
      kind: 'payment',
      summary: message('activity.youChangedMembership'),
      detail: message('activity.becomes', {
        title,
        newTitle,
        date: { date: formatIsoDay(from, timeZone) },
      }),
    })
    return { from }
  })
}

/**
 * Undoes the actor's own change that has not begun. Doing it again changes nothing. Throws `not-found` without a running
 * membership.
 */
export async function undoChange(actor: Actor): Promise<void> {
  const person = requirePerson(actor)
  await transaction(async (trx) => {
    const { id } = await lockMembership(trx, person.id)
    await trx
      .updateTable('memberships')
      .set(noOfferChange)
      .where('id', '=', id)
      .where('nextOfferBy', '=', 'member')
      .execute()
  })
}

async function lockMembership(trx: Transaction, memberId: string): Promise<Membership> {
  const { rows } = await sql<{ id: string }>`
    select id from memberships where member_id = ${memberId} and state = 'running' for update`.execute(trx)
  await carryOutOrdered(
    trx,
    rows.map(({ id }) => id),
  )
  return requireChangeable(trx, memberId)
}

/** Carries out planned changes whose first period is ordered, so that a later change keeps them. Requires the locks. */
export const carryOutOrdered = (trx: Transaction, membershipIds: string[]) =>
  sql`update memberships set offer_id = next_offer_id, next_offer_id = null, next_offer_from = null,
      next_offer_told_at = null, next_offer_by = null
    where id = any (${membershipIds}::uuid[]) and exists (select from orders where membership_id = memberships.id
      and orders.offer_id = next_offer_id and orders.state in ('held', 'paying'))`.execute(trx)

async function requireChangeable(from: Queryable, memberId: string): Promise<Membership> {
  const membership = await requireRunning(from, memberId)
  if (membership.endsAt) throw conflict(t('refusal.thisMembershipIsCancelled'))
  return membership
}

const readCurrent = (from: Queryable, id: string) =>
  from.selectFrom('memberships').where('id', '=', id).select('offerId').executeTakeFirstOrThrow()

/** The beginning of the first period that another offer can have. */
async function firstBegin(from: Queryable, { id }: Membership, priceCents: number): Promise<Date> {
  const { rows } = await sql<{ from: Date }>`
    select min(month_end(anchor_at, months, paused_days)) as from
    from memberships join offers on offers.id = memberships.offer_id
      join lateral (select period from orders where membership_id = memberships.id and orders.state in ('held', 'paying', 'paid', 'ended')
        order by period desc limit 1) ordered on true
      cross join ${endsFrom('ordered.period')}
    where memberships.id = ${id} and (months >= offers.min_months or ${priceCents}::integer >= offers.price_cents)`.execute(
    from,
  )
  return rows[0]!.from
}
