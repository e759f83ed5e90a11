import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { leftOnGiftCard } from '#domain/vouchers/gift-cards.server.ts'

/** What the club owes at this moment, in cents. */
export type Liabilities = {
  /** The sum of the five lines below. */
  totalCents: number
  /** Paid hours that are still to be given, at the price of their month by its dates. */
  hours: { count: number; cents: number }
  /** Make-ups that can still be used and were paid for. */
  makeUps: { count: number; cents: number }
  /** What can still be spent of gift cards. */
  giftCards: { count: number; cents: number }
  /** Refunds that are requested and not settled. */
  refunds: { count: number; cents: number }
  /** The trainers' parts that are not paid out, less their part of the first two lines. */
  trainers: { count: number; cents: number }
  /** Tax within hours and make-ups. */
  taxCents: number
}

/**
 * Returns what the club owes now: it would hand this back if it closed today. Never more than what is left of a payment.
 * Throws `forbidden` without the permission `balance.read`.
 */
export async function readLiabilities(actor: Actor): Promise<Liabilities> {
  requirePermission(actor, 'balance.read')
  const { rows } = await sql<Record<string, number>>`
    with months as (
      select b.id, s.trainer_id, p.share_percent, kept_cents(p.amount_cents, p.refunded_cents + p.disputed_cents) as left_cents,
        p.amount_cents / nullif(count_dates(b.id), 0) as price_cents,
        coalesce((select tax_percent from invoices where payment_id = p.id and refund_id is null and corrects is null), 0) as tax_percent,
        (select count(*) from lessons l join participants a on a.lesson_id = l.id and a.state = 'booked'
          where l.booking_id = b.id and l.state = 'planned' and l.starts_at > club_now()) as ahead,
        (select count(*) from make_ups m where m.booking_id = b.id and m.because <> 'granted' and m.spent_on is null
          and m.refund_id is null and m.until >= club_today()) as made_up
      from bookings b join payments p on p.booking_id = b.id join slots s on s.id = b.slot_id
      where b.state in ('paid', 'ended')),
    owed as (
      select *, least(left_cents, price_cents * ahead) as hour_cents,
        least(left_cents - least(left_cents, price_cents * ahead), price_cents * made_up) as make_up_cents
      from months where ahead + made_up > 0),
    trainers_owed as (
      select greatest(0, t.part_cents - t.paid_out_cents - coalesce(sum((o.hour_cents + o.make_up_cents) * o.share_percent / 100), 0)) as cents
      from trainer_sums t left join owed o on o.trainer_id = t.trainer_id group by t.trainer_id, t.part_cents, t.paid_out_cents)
    select o.*, r.*, g.*, t.* from (
      select coalesce(sum(ahead), 0)::integer as hours, coalesce(sum(hour_cents), 0)::bigint as hour_cents,
        coalesce(sum(made_up), 0)::integer as make_ups, coalesce(sum(make_up_cents), 0)::bigint as make_up_cents,
        coalesce(sum(tax_within((hour_cents + make_up_cents)::bigint, tax_percent)), 0)::bigint as tax_cents
      from owed) o,
      (select count(*)::integer as refunds, coalesce(sum(amount_cents), 0)::bigint as refund_cents
        from refunds where state = 'pending') r,
      (select count(*) filter (where left_cents > 0)::integer as gift_cards, coalesce(sum(left_cents), 0)::bigint as gift_card_cents
        from (select ${leftOnGiftCard} as left_cents from vouchers where kind = 'gift_card') cards) g,
      (select count(*) filter (where cents > 0)::integer as trainers, coalesce(sum(cents), 0)::bigint as trainer_cents from trainers_owed) t`.execute(
    db,
  )
  const row = rows[0]!
  const line = (count: string, cents: string) => ({ count: row[count] ?? 0, cents: row[cents] ?? 0 })
  const lines = {
    hours: line('hours', 'hourCents'),
    makeUps: line('makeUps', 'makeUpCents'),
    giftCards: line('giftCards', 'giftCardCents'),
    refunds: line('refunds', 'refundCents'),
    trainers: line('trainers', 'trainerCents'),
  }
  const totalCents = Object.values(lines).reduce((sum, { cents }) => sum + cents, 0)
  return { totalCents, ...lines, taxCents: row['taxCents'] ?? 0 }
}
