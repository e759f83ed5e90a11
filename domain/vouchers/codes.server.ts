import { sql } from 'kysely'
import { conflictAt, invalidAt, notFound } from '#core/errors.ts'
import { clubNow, db, transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { discountCodeInput, type DiscountCodeInput } from './codes.input.ts'
import type { Discount } from './vouchers.rules.ts'

/** A discount code, as the office sees it. Amounts are in cents. */
export type DiscountCode = Discount & {
  id: string
  code: string
  currency: string
  /** Titles of the offers that it applies to; empty for all. */
  offers: string[]
  fromOn: Day | null
  untilOn: Day | null
  uses: number
  mostUses: number | null
  mostUsesEach: number | null
  /** Taken off in all. */
  discountedCents: number
  /** It can be used today. */
  isRunning: boolean
  endedAt: Date | null
}

/** Returns all discount codes, those that run first. Throws `forbidden` without the permission `prices.manage`. */
export async function listCodes(actor: Actor): Promise<DiscountCode[]> {
  requirePermission(actor, 'prices.manage')
  return db
    .selectFrom('vouchers')
    .where('kind', '=', 'discount')
    .select(['id', 'code', 'percent', 'offCents', 'currency'])
    .select(['uses', 'mostUses', 'mostUsesEach', 'periods', 'endedAt'])
    .select([
      sql<Day | null>`to_char(from_on, 'YYYY-MM-DD')`.as('fromOn'),
      sql<Day | null>`to_char(until_on, 'YYYY-MM-DD')`.as('untilOn'),
      sql<string[]>`array(select title from voucher_offers join offers on offers.id = offer_id
        where voucher_id = vouchers.id and withdrawn_at is null order by title)`.as('offers'),
      sql<number>`coalesce((select sum(cents) from voucher_uses
        where voucher_id = vouchers.id and returned_at is null), 0)`.as('discountedCents'),
      sql<boolean>`(ended_at is null and coalesce(until_on >= club_today(), true)
        and coalesce(uses < most_uses, true))`.as('isRunning'),
    ])
    .orderBy('isRunning', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

/**
 * Adds a discount code; audited. Throws `forbidden` without the permission `prices.manage`, `invalid` with a message
 * per field, and `conflict` for a code that exists.
 */
export async function addCode(actor: Actor, input: DiscountCodeInput): Promise<{ id: string }> {
  const admin = requirePermission(actor, 'prices.manage')
  const { offerIds, ...voucher } = parseInput(discountCodeInput, input)
  const ids = [...new Set(offerIds)].map((id) => requireId(id, t('refusal.thisOffer')))
  try {
    return await transaction(async (trx) => {
      const added = await trx
        .insertInto('vouchers')
        .values({ ...voucher, kind: 'discount', setBy: admin.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (ids.length > 0)
        await trx
          .insertInto('voucherOffers')
          .values(ids.map((offerId) => ({ voucherId: added.id, offerId })))
          .execute()
      await recordAudit(trx, {
        actorId: admin.id,
        action: 'add code',
        subjectKind: 'voucher',
        subjectId: added.id,
        after: { ...voucher, ...(ids.length > 0 && { offers: ids.join(' ') }) },
      })
      return added
    })
  } catch (error) {
    if (violates(error, 'vouchers_code_key')) throw conflictAt('code', t('codes.exists'))
    if (violates(error, 'voucher_offers_offer_id_fkey')) throw invalidAt('offerIds', t('codes.chooseOffers'))
    throw error
  }
}

/**
 * Ends a discount code; orders and memberships that have it keep it. Ending it again changes nothing. Audited. Throws `forbidden`
 * without the permission `prices.manage`, and `not-found`.
 */
export async function endCode(actor: Actor, id: string): Promise<{ code: string }> {
  const admin = requirePermission(actor, 'prices.manage')
  const voucherId = requireId(id, t('refusal.thisCode'))
  return transaction(async (trx) => {
    const found = await trx
      .selectFrom('vouchers')
      .where('id', '=', voucherId)
      .where('kind', '=', 'discount')
      .select(['code', 'endedAt'])
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound(t('refusal.thisCode'))
    if (found.endedAt !== null) return { code: found.code }
    await trx.updateTable('vouchers').set({ endedAt: clubNow }).where('id', '=', voucherId).execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'end code',
      subjectKind: 'voucher',
      subjectId: voucherId,
      before: { code: found.code },
    })
    return { code: found.code }
  })
}
