import { sql } from 'kysely'
import { conflict, invalidAt } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { isReachable, queueMail } from '#domain/mail/outbox.server.ts'
import { getOfferForOffice, type OfficeOffer } from '#domain/offers/offers.server.ts'
import { t } from '#messages/t.ts'
import { membershipPriceChanges } from './letters/membership-price-changes.ts'
import { noOfferChange, priceNoticeDays } from './memberships.rules.ts'
import { endsFrom } from './memberships.server.ts'
import { carryOutOrdered } from './offer-change.server.ts'
import { priceChangeInput, type PriceChangeInput } from './price-changes.input.ts'

/** A member of an older version of an offer, and what a change means for them. */
export type AffectedMember = {
  membershipId: string
  memberId: string
  name: string
  /** Since when they pay this version. */
  since: Date
  oldTitle: string
  /** The old and the new price of that period, less the code of the membership. */
  oldCents: number
  newCents: number
  /** First day of the first period with the new terms. */
  from: Date
  /** When they were told; null if the change is not planned for them. */
  toldAt: Date | null
  /** No letter reaches them, so that they keep their price. */
  isUnreachable: boolean
  /** They leave before, so that they are neither told nor charged more. */
  leavesBefore: boolean
}

/** What a change of the members of older versions to the newest one brings. Amounts are in cents a period. */
export type PriceChange = {
  offer: OfficeOffer
  /** The earliest day and the chosen one. */
  earliestDay: Day
  fromDay: Day
  members: AffectedMember[]
  /** Sums of those who do not leave before, at the old and at the new price. */
  oldCents: number
  newCents: number
  /** How many of them may leave before the club earns less than today; null if the price does not rise. */
  mayLeave: number | null
}

/**
 * Returns what moving the members of an offer's older versions to it brings, from the first period that begins on the
 * day or later, and after the term that they were promised. Changes nothing. Throws `forbidden` without the permission
 * `prices.manage`, `not-found`, `invalid` for a day that is less than 30 days ahead, and `conflict` for an offer that
 * is no membership on sale.
 */
export async function rehearsePriceChange(
  actor: Actor,
  offerId: string,
  input: PriceChangeInput | null,
): Promise<PriceChange> {
  requirePermission(actor, 'prices.manage')
  const { offer, versions } = await getOfferForOffice(actor, offerId)
  return rehearse(db, offer, versions, input)
}

/**
 * Plans the change for each member of an older version, and queues the letter that tells them. Planning it again tells
 * no one twice. Returns the number of members told. Audited. Errors as of `rehearsePriceChange`.
 */
export async function planPriceChange(
  actor: Actor,
  offerId: string,
  input: PriceChangeInput,
): Promise<number> {
  const admin = requirePermission(actor, 'prices.manage')
  const { offer, versions } = await getOfferForOffice(actor, offerId)
  return transaction(async (trx) => {
    await lockMembersOf(trx, versions)
    const { members, fromDay } = await rehearse(trx, offer, versions, input)
    const told = members.filter((member) => !member.toldAt && !member.leavesBefore && !member.isUnreachable)
    for (const member of told) await plan(trx, offer, member)
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'plan price change',
      subjectKind: 'offer',
      subjectId: offer.id,
      after: { fromDay, priceCents: offer.priceCents, members: told.length },
    })
    return told.length
  })
}

/**
 * Takes back the change for everybody whose first period at the new price is not ordered yet, and writes to them.
 * Returns their number. Audited. Throws `forbidden` without the permission `prices.manage`, and `not-found`.
 */
export async function takeBackPriceChange(actor: Actor, offerId: string): Promise<number> {
  const admin = requirePermission(actor, 'prices.manage')
  const { offer, versions } = await getOfferForOffice(actor, offerId)
  return transaction(async (trx) => {
    await lockMembersOf(trx, versions)
    const planned = await listAffected(trx, offer, versions, null)
    const waiting = planned.filter(({ toldAt }) => toldAt !== null)
    for (const member of waiting) await takeBack(trx, offer, member)
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'take back price change',
      subjectKind: 'offer',
      subjectId: offer.id,
      after: { members: waiting.length },
    })
    return waiting.length
  })
}

async function rehearse(
  from: Queryable,
  offer: OfficeOffer,
  versions: OfficeOffer[],
  input: PriceChangeInput | null,
): Promise<PriceChange> {
  if (offer.kind !== 'membership' || offer.withdrawnAt !== null) throw conflict(t('refusal.membersMoveToThe'))
  const { rows } = await sql<{
    earliestDay: Day
  }>`select club_today() + ${priceNoticeDays + 1}::integer as earliest_day`.execute(from)
  const { earliestDay } = rows[0]!
  const { fromDay } = input ? parseInput(priceChangeInput, input) : { fromDay: earliestDay }
  if (fromDay < earliestDay) throw invalidAt('fromDay', t('refusal.membersAreToldDays', { priceNoticeDays }))
  const members = await listAffected(from, offer, versions, fromDay)
  const paying = members.filter(({ leavesBefore }) => !leavesBefore)
  const oldCents = paying.reduce((sum, member) => sum + member.oldCents, 0)
  const newCents = paying.reduce(
    (sum, member) => sum + (member.isUnreachable ? member.oldCents : member.newCents),
    0,
  )
  const rise = newCents - oldCents
  return {
    offer,
    earliestDay,
    fromDay,
    members,
    oldCents,
    newCents,
    mayLeave: rise > 0 ? Math.floor(rise / offer.priceCents) : null,
  }
}

/** Locks the memberships, so that none renews or changes meanwhile. What is ordered at a new price stays so. */
async function lockMembersOf(trx: Transaction, versions: OfficeOffer[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from memberships where offer_id = any (${olderIds(versions)}::uuid[]) and state = 'running' order by id for update`.execute(
    trx,
  )
  await carryOutOrdered(
    trx,
    rows.map(({ id }) => id),
  )
}

const olderIds = (versions: OfficeOffer[]) => versions.slice(1).map(({ id }) => id)

/** Lists the members of older versions. Without a day, only those for whom the change is planned have a true `from`. */
async function listAffected(
  from: Queryable,
  offer: OfficeOffer,
  versions: OfficeOffer[],
  fromDay: Day | null,
): Promise<AffectedMember[]> {
  const { rows } = await sql<AffectedMember>`
    select memberships.id as membership_id, member_id, users.name, memberships.anchor_at as since, offers.title as old_title,
      offers.price_cents - coalesce((select taken_off(v, offers.price_cents) from promised_voucher(memberships, first.nth, offers.id) v), 0) as old_cents,
      ${offer.priceCents}::integer - coalesce((select taken_off(v, ${offer.priceCents}::integer)
        from promised_voucher(memberships, first.nth, ${offer.id}::uuid) v), 0) as new_cents,
      coalesce(planned.from_at, first.begins_at) as from, planned.told_at,
      not ${isReachable} as is_unreachable,
      coalesce(memberships.ends_at <= coalesce(planned.from_at, first.begins_at), false) as leaves_before
    from memberships join users on users.id = member_id join offers on offers.id = memberships.offer_id
      join lateral (select until_at, period from orders where membership_id = memberships.id and orders.state in ('paid', 'ended')
        order by period desc limit 1) paid on true
      left join lateral (select next_offer_from as from_at, next_offer_told_at as told_at
        where next_offer_id = ${offer.id} and next_offer_by = 'club') planned on true
      cross join lateral (select month_end(anchor_at, months, paused_days) as begins_at, paid.period + more + 1 as nth
        from ${endsFrom('paid.period')}
        where months >= offers.min_months
          and (month_end(anchor_at, months, paused_days) at time zone club_zone())::date >= coalesce(${fromDay}::date, club_today())
        order by months limit 1) first
    where memberships.offer_id = any (${olderIds(versions)}::uuid[]) and memberships.state = 'running'
      and next_offer_by is distinct from 'member'
    order by users.name, memberships.id`.execute(from)
  return rows
}

async function plan(trx: Transaction, offer: OfficeOffer, member: AffectedMember): Promise<void> {
  const { toldAt } = await trx
    .updateTable('memberships')
    .set({
      nextOfferId: offer.id,
      nextOfferFrom: member.from,
      nextOfferToldAt: clubNow,
      nextOfferBy: 'club',
    })
    .where('id', '=', member.membershipId)
    .returning('nextOfferToldAt as toldAt')
    .$narrowType<{ toldAt: Date }>()
    .executeTakeFirstOrThrow()
  if (!(await tell(trx, offer, { ...member, toldAt }, false))) throw conflict(t('refusal.theClubSendsNo'))
}

async function takeBack(trx: Transaction, offer: OfficeOffer, member: AffectedMember): Promise<void> {
  await trx.updateTable('memberships').set(noOfferChange).where('id', '=', member.membershipId).execute()
  await tell(trx, offer, member, true)
}

const tell = (trx: Transaction, offer: OfficeOffer, member: AffectedMember, isTakenBack: boolean) =>
  queueMail(trx, membershipPriceChanges, {
    to: { userId: member.memberId },
    cause: `${member.membershipId} ${member.toldAt?.toISOString()}${isTakenBack ? ' taken back' : ''}`,
    facts: {
      title: member.oldTitle,
      newTitle: offer.title,
      oldCents: member.oldCents,
      newCents: member.newCents,
      currency: offer.currency,
      from: member.from,
      isTakenBack,
    },
  })
