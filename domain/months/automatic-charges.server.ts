import { sql, type RawBuilder } from 'kysely'
import { chargedDays } from './automatic-renewal.rules.ts'

/**
 * SQL query of what cards are charged for hours that renew themselves, as `member_id`, `charged_at` and `cents`: for
 * months that were ordered, and for as many to come as are named. An hour whose price has changed does not renew itself.
 */
export const automaticCharges = (monthsToCome: RawBuilder<number>) => sql`
  select buyer_id as member_id, bookings.created_at as charged_at, bookings.amount_cents as cents
  from bookings join collections on order_id = bookings.id
  where follows_id is not null and state not in ('expired', 'cancelled')
  union all
  select buyer_id, charged_at, bookings.slot_price_cents + bookings.surcharge_cents
  from bookings join slots on slots.id = slot_id join trainers on trainers.id = trainer_id
    join plans on plans.name = bookings.plan
    cross join generate_series(0, ${monthsToCome} - 1) n
    cross join lateral (select greatest(month_end(paid_until, n) - make_interval(days => ${chargedDays}),
      coalesce(renewal_told_at, club_now()) + interval '1 day') as charged_at) charge
  where bookings.renewal = 'automatic' and bookings.state = 'paid' and paid_until > club_now()
    and charged_at < month_end(paid_until, n)
    and slots.removed_at is null and trainers.retired_at is null
    and slots.price_cents + plans.surcharge_cents = bookings.slot_price_cents + bookings.surcharge_cents
    and not exists (select from bookings next where next.follows_id = bookings.id and next.state in ('held', 'paying', 'paid'))`
